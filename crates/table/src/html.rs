//! Tables as HTML.

use super::page::esc;
use super::typed::Table;
use std::fmt::Write as _;

/// Formats a cell for people: numbers with many digits are shortened.
fn cell(text: &str) -> String {
    match text.parse::<f64>() {
        Ok(x) if text.contains('.') || text.contains('e') => {
            let x = format!("{x:.4}");
            let x = x.trim_end_matches('0').trim_end_matches('.');
            esc(if x.is_empty() || x == "-" { "0" } else { x })
        }
        _ => esc(text),
    }
}

impl Table {
    /// Returns the table's first `rows` rows as a scrollable table, labelled `label`.
    pub fn html(&self, label: &str, rows: usize) -> String {
        let mut html = format!(
            "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{}\"><table><thead><tr>",
            esc(label)
        );
        for column in &self.columns {
            let _ = write!(html, "<th scope=\"col\">{}</th>", esc(&column.name));
        }
        html.push_str("</tr></thead><tbody>");
        for row in 0..self.n_rows.min(rows) {
            html.push_str("<tr>");
            for column in &self.columns {
                let text = column.values.text(row);
                let class = match text.parse::<f64>() {
                    Ok(_) => " class=\"n\"",
                    Err(_) => "",
                };
                let _ = write!(html, "<td{class}>{}</td>", cell(&text));
            }
            html.push_str("</tr>");
        }
        html.push_str("</tbody></table></div>");
        html
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::Sheet;

    #[test]
    fn texts_are_escaped_and_numbers_shortened() {
        assert_eq!(cell("0.33300001"), "0.333");
        assert_eq!(cell("12"), "12");
        assert_eq!(cell("power-grab"), "power-grab");
        let sheet = Sheet::<(&str, f64)>::new("x", "")
            .column("<n>", "", |row| row.0)
            .column("x", "", |row| row.1);
        let html = sheet
            .table([("a<b", 0.25), ("never", 1.0)])
            .html("x.csv", 1);
        assert!(html.contains("<th scope=\"col\">&lt;n&gt;</th>"));
        assert!(html.contains("<tr><td>a&lt;b</td><td class=\"n\">0.25</td></tr></tbody>"));
    }
}
