//! Integers and parameters.

use std::collections::BTreeMap;

use puzzlec_base::Span;
use puzzlec_base::diag::{Code, Diagnostic};
use puzzlec_syntax::ast::{BinaryOp, Expr, ExprKind, Param, UnaryOp};

/// The reason that a number cannot be computed.
pub const LARGE: &str = "this number is too large";
/// The reason that a quotient or remainder cannot be computed.
pub const ZERO: &str = "division by zero";

/// The reason that a power cannot be computed.
pub(crate) const NEGATIVE: &str = "a power needs an exponent of at least 0";

/// Values of parameters in force.
pub type Values = BTreeMap<String, i64>;

/// The value of an expression of numbers and parameters.
///
/// # Errors
/// A value that is no number, an unknown parameter, overflow, division by zero.
pub fn evaluate(expr: &Expr, values: &Values) -> Result<i64, Box<Diagnostic>> {
    let wrong = |code, text: String| Err(Box::new(Diagnostic::new(code, expr.span, text)));
    match &expr.kind {
        ExprKind::Int(n) => Ok(*n),
        ExprKind::Path(path) => match path.single().map(|n| n.text.as_str()) {
            Some(name) => match values.get(name) {
                Some(n) => Ok(*n),
                None => {
                    let text = format!("there is no parameter `{name}`");
                    let d = Diagnostic::new(Code::UnknownName, expr.span, text)
                        .label("a number is needed here")
                        .suggest(name, expr.span, values.keys().map(String::as_str));
                    Err(Box::new(d))
                }
            },
            None => wrong(Code::TypeMismatch, "a number is needed here".into()),
        },
        ExprKind::Unary(UnaryOp::Negate, inner) => {
            let n = evaluate(inner, values)?;
            n.checked_neg().map_or_else(|| wrong(Code::Arithmetic, LARGE.into()), Ok)
        }
        ExprKind::Binary(op, left, right) => {
            let (a, b) = (evaluate(left, values)?, evaluate(right, values)?);
            match apply(*op, a, b) {
                Some(Ok(n)) => Ok(n),
                Some(Err(why)) => wrong(Code::Arithmetic, why.into()),
                None => wrong(Code::TypeMismatch, "a number is needed here".into()),
            }
        }
        ExprKind::Call(name, args) => {
            let args: Vec<i64> = args.iter().map(|a| evaluate(a, values)).collect::<Result<_, _>>()?;
            match (name.text.as_str(), args.as_slice()) {
                ("min", [a, b]) => Ok(*a.min(b)),
                ("max", [a, b]) => Ok(*a.max(b)),
                ("abs", [a]) => a.checked_abs().map_or_else(|| wrong(Code::Arithmetic, LARGE.into()), Ok),
                _ => wrong(Code::TypeMismatch, "a number is needed here".into()),
            }
        }
        ExprKind::Error => Err(Box::new(Diagnostic::consequence(expr.span))),
        _ => wrong(Code::TypeMismatch, "a number is needed here".into()),
    }
}

/// The result of an operation on numbers; `None` if it is no number.
pub fn apply(op: BinaryOp, a: i64, b: i64) -> Option<Result<i64, &'static str>> {
    Some(match op {
        BinaryOp::Add => a.checked_add(b).ok_or(LARGE),
        BinaryOp::Subtract => a.checked_sub(b).ok_or(LARGE),
        BinaryOp::Multiply => a.checked_mul(b).ok_or(LARGE),
        BinaryOp::Divide | BinaryOp::Remainder if b == 0 => Err(ZERO),
        BinaryOp::Divide => floor(a, b).ok_or(LARGE),
        // The remainder by -1 is 0, even of a number whose quotient is too large.
        BinaryOp::Remainder => Ok(a.wrapping_rem_euclid(b)),
        BinaryOp::Power => match u32::try_from(b) {
            Ok(b) => a.checked_pow(b).ok_or(LARGE),
            Err(_) if b < 0 => Err(NEGATIVE),
            Err(_) if matches!(a, 0 | 1) => Ok(a),
            Err(_) if a == -1 => Ok(if b % 2 == 0 { 1 } else { -1 }),
            Err(_) => Err(LARGE),
        },
        _ => return None,
    })
}

/// The quotient, rounded towards minus infinity. `None` on overflow.
fn floor(a: i64, b: i64) -> Option<i64> {
    let quotient = a.checked_div(b)?;
    Some(if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
}

/// Reports defaults and ranges of parameters that cannot be computed, and defaults out of their ranges.
pub fn check(params: &[Param], diagnostics: &mut Vec<Diagnostic>) {
    let mut values = Values::new();
    for param in params {
        let value = match &param.default {
            Some(default) => evaluate(default, &values).map(|n| (n, default.span)),
            // Other parameters are unknown here: only the range is checked.
            None => param.range.as_ref().map_or(Ok(1), |r| evaluate(&r.0, &values)).map(|n| (n, param.span)),
        };
        match value.and_then(|(n, span)| in_range(param, n, span, &values).map(|()| n)) {
            Ok(n) => {
                values.insert(param.name.text.clone(), n);
            }
            Err(d) => {
                diagnostics.push(*d);
                return;
            }
        }
    }
}

/// The values of parameters from arguments in order, else their defaults. A default may use the
/// parameters before it.
///
/// # Errors
/// Too many or too few arguments, or a value out of range.
pub fn bind(what: &str, params: &[Param], args: &[(i64, Span)], at: Span) -> Result<Values, Box<Diagnostic>> {
    if let Some((_, extra)) = args.get(params.len()) {
        let count = match params.len() {
            0 => "no argument".to_owned(),
            1 => "one argument".to_owned(),
            n => format!("{n} arguments"),
        };
        let text = format!("`{what}` takes {count}, found {}", args.len());
        return Err(Box::new(Diagnostic::new(Code::WrongArguments, *extra, text)));
    }
    let mut values = Values::new();
    for (i, param) in params.iter().enumerate() {
        let (value, span) = match (args.get(i), &param.default) {
            (Some((n, span)), _) => (*n, *span),
            (None, Some(default)) => (evaluate(default, &values)?, default.span),
            (None, None) => {
                let text = format!("`{what}` needs a value for `{}`", param.name.text);
                return Err(Box::new(
                    Diagnostic::new(Code::WrongArguments, at, text).also(param.span, "it has no default"),
                ));
            }
        };
        in_range(param, value, span, &values)?;
        values.insert(param.name.text.clone(), value);
    }
    Ok(values)
}

/// Whether a value is in its parameter's range.
///
/// # Errors
/// It is not in range.
pub fn in_range(param: &Param, value: i64, span: Span, values: &Values) -> Result<(), Box<Diagnostic>> {
    let Some((low, high)) = &param.range else { return Ok(()) };
    let (low, high) = (evaluate(low, values)?, evaluate(high, values)?);
    if (low..=high).contains(&value) {
        return Ok(());
    }
    let text = format!("`{}` must lie in {low}..{high}, found {value}", param.name.text);
    Err(Box::new(Diagnostic::new(Code::OutOfRange, span, text).also(param.span, "its range is given here")))
}
