// Only builds of tests have the module, and `make` builds this target as well.
#if canImport(Testing)
    import Glibc
    import Posix
    package import Testing

    /// What others have recorded and mapped, which tests are held against. It is not part of the
    /// package: who has it puts it beside.
    package enum Corpus {
        private static let root = "\(Repository.root.directory)/shared/"

        /// The path of one of its folders or files.
        package static func path(_ name: String) -> String { root + name }

        package static func has(_ name: String) -> Bool { access(path(name), R_OK) == 0 }
    }

    extension Trait where Self == ConditionTrait {
        /// Only where a folder or a file of the corpus is; scripts/run-tests counts the others by the
        /// reason given here.
        package static func needsCorpus(_ name: String) -> Self {
            .enabled(if: Corpus.has(name), "needs \(name) beside the package")
        }
    }
#endif
