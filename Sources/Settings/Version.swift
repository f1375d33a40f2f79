/// Of both programs, and of the package (debian/changelog).
package let programVersion = "0.1.0"
