/// Of all programs, and of their packages (debian/changelog).
package let programVersion = "0.1.0"
