//! Numbers with a greatest value, and amounts that may vary.

use super::Scope;
use crate::number;
use puzzlec_base::diag::Code;
use puzzlec_syntax::ast::{Amount, Expr};

impl Scope<'_, '_> {
    /// A number from 0 to `most`; for another one this text is reported.
    pub(crate) fn number_up_to(
        &mut self,
        expr: &Expr,
        most: u64,
        text: impl FnOnce(i64) -> String,
    ) -> Option<u64> {
        match number::evaluate(expr, &self.values) {
            Ok(n) => match u64::try_from(n).ok().filter(|n| *n <= most) {
                Some(n) => Some(n),
                None => self.report(Code::OutOfRange, expr.span, text(n)),
            },
            Err(d) => {
                self.diagnostics.push(*d);
                None
            }
        }
    }

    /// The least and the greatest number of an amount, both from 0 to `most`; no greatest one if it is open.
    pub(crate) fn amount(
        &mut self,
        amount: &Amount,
        most: u64,
        text: impl Fn(i64) -> String,
    ) -> Option<(u64, Option<u64>)> {
        Some(match amount {
            Amount::One => (1, Some(1)),
            Amount::Any => (0, None),
            Amount::Exactly(number) => {
                let number = self.number_up_to(number, most, text)?;
                (number, Some(number))
            }
            Amount::Between(low, None) => (self.number_up_to(low, most, text)?, None),
            Amount::Between(low, Some(high)) => {
                let least = self.number_up_to(low, most, &text)?;
                let greatest = self.number_up_to(high, most, &text)?;
                if greatest < least {
                    let text = format!("the range {least}..{greatest} is empty");
                    return self.report(Code::OutOfRange, low.span.to(high.span), text);
                }
                (least, Some(greatest))
            }
        })
    }
}
