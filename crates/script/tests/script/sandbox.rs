//! The settings of the interpreter.

use puzzlec_base::Budget;
use puzzlec_script::sandbox::{self, Job};

#[test]
fn every_limit_is_set() {
    let engine = sandbox::engine(&Job::new(&Budget::unlimited(), sandbox::ONCE));
    assert_eq!(engine.max_operations(), sandbox::MAX_OPERATIONS);
    assert_eq!(engine.max_call_levels(), sandbox::MAX_CALLS);
    assert_eq!(engine.max_expr_depth(), sandbox::MAX_NESTING);
    assert_eq!(engine.max_function_expr_depth(), sandbox::MAX_NESTING);
    assert_eq!(engine.max_array_size(), sandbox::MAX_LIST);
    assert_eq!(engine.max_map_size(), sandbox::MAX_MAP);
    assert_eq!(engine.max_string_size(), sandbox::MAX_TEXT);
    assert_eq!(engine.max_variables(), sandbox::MAX_VARIABLES);
    assert_eq!(engine.max_functions(), sandbox::MAX_FUNCTIONS);
    assert_eq!(engine.max_modules(), 0);
    assert_eq!(engine.max_strings_interned(), 1024);
    assert!(!engine.allow_anonymous_fn());
    assert!(engine.strict_variables());
}

#[test]
fn a_call_may_take_less() {
    let engine = sandbox::engine(&Job::new(&Budget::unlimited(), sandbox::CALLBACK));
    assert_eq!(engine.max_operations(), sandbox::CALLBACK.operations);
    assert_eq!(engine.max_call_levels(), sandbox::MAX_CALLS);
    assert_eq!(engine.max_array_size(), sandbox::MAX_LIST);
}
