//! Hooks: the scripts that a puzzle names, made ready to run.

use super::scripted::bounded;
use crate::board::Board;
use crate::hooks::Hooks;
use crate::names::Names;
use crate::number::Values;
use crate::project::ModuleId;
use puzzlec_base::diag::Diagnostic;
use puzzlec_script::{Kind, ScriptCallback};
use puzzlec_syntax::ast::{HookKind, Script};

/// Prepares the hooks of a puzzle.
pub(super) fn hooks(
    names: &Names<'_>,
    module: ModuleId,
    named: &[(HookKind, &Script)],
    values: &Values,
    board: &Board,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Hooks> {
    let mut hooks = Hooks::default();
    let mut sound = true;
    for (kind, script) in named {
        let made = bounded(names, module, script, values, kind.word(), board);
        let slot = match kind {
            HookKind::Check => {
                match made {
                    Ok(hook) => hooks.check = Some(hook),
                    Err(found) => {
                        diagnostics.extend(found);
                        sound = false;
                    }
                }
                continue;
            }
            HookKind::Legal => (&mut hooks.legal, Kind::Legal),
            HookKind::Bound => (&mut hooks.bound, Kind::Bound),
            HookKind::Invariant => (&mut hooks.invariant, Kind::Invariant),
            HookKind::Render => (&mut hooks.render, Kind::Render),
        };
        match made.and_then(|hook| ScriptCallback::new(hook, slot.1).map_err(|d| vec![*d])) {
            Ok(callback) => *slot.0 = Some(callback),
            Err(found) => {
                diagnostics.extend(found);
                sound = false;
            }
        }
    }
    sound.then_some(hooks)
}
