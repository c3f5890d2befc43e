//! The `replicascope` program.

use std::process::ExitCode;

use replicascope::glyphs::Glyphs;
use replicascope::lang::Lang;
use replicascope::scenario::Scenario;
use replicascope::tui::app::App;
use replicascope::tui::theme::Theme;
use replicascope::tui::ui::Ui;

fn main() -> ExitCode {
    let ui = Ui::new(Lang::En, Theme::default(), &Glyphs::UNICODE);
    let mut app = match std::env::args().nth(1) {
        Some(file) => App::scenario(Scenario::load(file).unwrap(), ui),
        None => App::list(replicascope::demos::all(), ui),
    };
    match replicascope::tui::run(&mut app) {
        Ok(exit) => {
            eprintln!("{exit:?}");
            ExitCode::SUCCESS
        }
        Err(e) => {
            eprintln!("{e}");
            ExitCode::FAILURE
        }
    }
}
