//! Steps of a plan, kept short.

use puzzlec_task::certificate::{Place, Step, StepList};

#[test]
fn a_step_is_what_was_put_in() {
    let cell = |name: &str| Place::Cell(name.to_owned());
    let numbers = [0, -1, 1, 63, 64, -64, -65, i64::MAX, i64::MIN].map(Place::Number);
    let steps = [
        Step { rule: "jump".into(), part: 0, at: vec![cell("a1"), cell(""), cell(&"x".repeat(300))] },
        Step { rule: String::new(), part: u32::MAX, at: numbers.to_vec() },
        Step { rule: "né".into(), part: 128, at: vec![Place::Direction("up".into())] },
        Step { rule: "pass".into(), part: 1, at: Vec::new() },
    ];
    let list: StepList = steps.iter().cloned().collect();
    assert_eq!((list.len(), list.iter().collect::<Vec<_>>()), (4, steps.to_vec()));
    let text = serde_json::to_string(&list).unwrap_or_default();
    assert_eq!(text, serde_json::to_string(&steps.to_vec()).unwrap_or_default());
    assert!(list.bytes() < text.len(), "{}", list.bytes());
    assert_eq!(serde_json::from_str::<StepList>(&text).ok(), Some(list));
}
