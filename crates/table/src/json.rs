//! Tables as JSON.

use super::typed::{Table, Values};
use serde_json::{Map, Value};

impl Table {
    /// Returns an array with an object for each row. Missing values are null.
    pub fn json(&self) -> Value {
        let value = |values: &Values, row: usize| match values {
            Values::Text(texts) => Value::from(texts.get(row)),
            Values::Count(counts) => Value::from(counts[row]),
            Values::Number(numbers) => Value::from(numbers[row]),
            Values::Flag(flags) => Value::from(flags[row]),
        };
        let object = |row: usize| -> Map<String, Value> {
            let columns = self.columns.iter();
            columns
                .map(|c| (c.name.to_string(), value(&c.values, row)))
                .collect()
        };
        (0..self.n_rows).map(object).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::sheet::Sheet;
    use serde_json::json;

    #[test]
    fn every_row_is_an_object() {
        let sheet = Sheet::<(&str, Option<f64>)>::new("x", "A row.")
            .column("name", "", |row| row.0)
            .column("n", "", |row| row.0.len())
            .column("size", "", |row| row.1);
        assert_eq!(
            sheet.table([("a", Some(0.5)), ("bc", None)]).json(),
            json!([{"name": "a", "n": 1, "size": 0.5}, {"name": "bc", "n": 2, "size": null}])
        );
    }
}
