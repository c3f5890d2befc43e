//! The `replicascope` program: see [`replicascope::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    replicascope::cli::main()
}
