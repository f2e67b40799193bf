//! Tables for Python: typed columns, as they are by the Arrow PyCapsule interface.

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{
    ArrayRef, BooleanArray, Float64Array, Int64Array, RecordBatch, RecordBatchIterator, StringArray,
};
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{DataType, Field, Schema};
use powergrab_lab::table::typed::{Table as Data, TypedColumn, Values};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyList};
use std::collections::HashMap;
use std::sync::Arc;

use super::errors::Class;

/// The key of a column's meaning in its field's metadata, and of the table's in the schema's.
const MEANING: &str = "meaning";

/// A table of results.
#[pyclass(frozen, subclass, module = "powergrab._native")]
pub struct Table {
    data: Data,
}

impl Table {
    /// The table that holds this data.
    pub fn new(data: Data) -> Table {
        Table { data }
    }

    fn schema(&self) -> Schema {
        let field = |column: &TypedColumn| {
            let kind = match column.values {
                Values::Text(_) => DataType::Utf8,
                Values::Count(_) => DataType::Int64,
                Values::Number(_) => DataType::Float64,
                Values::Flag(_) => DataType::Boolean,
            };
            let meaning = (MEANING.to_owned(), column.meaning.to_string());
            Field::new(&column.name, kind, true).with_metadata(HashMap::from([meaning]))
        };
        let fields: Vec<Field> = self.data.columns.iter().map(field).collect();
        let about = (MEANING.to_owned(), self.data.about.to_string());
        let name = ("name".to_owned(), self.data.name.clone());
        Schema::new(fields).with_metadata(HashMap::from([about, name]))
    }

    fn batch(&self) -> PyResult<RecordBatch> {
        let array = |column: &TypedColumn| -> ArrayRef {
            match &column.values {
                Values::Text(values) => Arc::new(StringArray::from_iter(values)),
                Values::Count(values) => Arc::new(Int64Array::from(values.clone())),
                Values::Number(values) => Arc::new(Float64Array::from(values.clone())),
                Values::Flag(values) => Arc::new(BooleanArray::from(values.clone())),
            }
        };
        let arrays = self.data.columns.iter().map(array).collect();
        RecordBatch::try_new(Arc::new(self.schema()), arrays)
            .map_err(|e| Class::Io.error(e.to_string()))
    }

    fn column_of(&self, name: &str) -> PyResult<&TypedColumn> {
        let found = self.data.columns.iter().find(|c| c.name == name);
        found.ok_or_else(|| {
            let names: Vec<&str> = self.data.columns.iter().map(|c| c.name.as_str()).collect();
            Class::Input.error(format!(
                "{}: has no column {name:?}; it has {}",
                self.data.name,
                names.join(", ")
            ))
        })
    }
}

#[pymethods]
impl Table {
    /// The table's name: its file's without `.csv`.
    #[getter]
    fn name(&self) -> &str {
        &self.data.name
    }

    /// What a row is.
    #[getter]
    fn about(&self) -> &str {
        &self.data.about
    }

    /// The names of the columns, in order.
    #[getter]
    fn column_names(&self) -> Vec<&str> {
        self.data.columns.iter().map(|c| c.name.as_str()).collect()
    }

    /// What each column means, by its name.
    #[getter]
    fn meanings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let meanings = PyDict::new(py);
        for column in &self.data.columns {
            meanings.set_item(&column.name, &*column.meaning)?;
        }
        Ok(meanings)
    }

    /// What the cells of each column are, as Python names it: `str`, `int`, `float` or `bool`.
    #[getter]
    fn kinds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let kinds = PyDict::new(py);
        for column in &self.data.columns {
            let kind = match column.values {
                Values::Text(_) => "str",
                Values::Count(_) => "int",
                Values::Number(_) => "float",
                Values::Flag(_) => "bool",
            };
            kinds.set_item(&column.name, kind)?;
        }
        Ok(kinds)
    }

    fn __len__(&self) -> usize {
        self.data.n_rows
    }

    /// The values of one column as a list; `None` where a value does not exist.
    fn column<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyList>> {
        match &self.column_of(name)?.values {
            Values::Text(values) => PyList::new(py, values),
            Values::Count(values) => PyList::new(py, values),
            Values::Number(values) => PyList::new(py, values),
            Values::Flag(values) => PyList::new(py, values),
        }
    }

    /// The schema as a capsule of the Arrow C data interface.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(&self.schema())
            .map_err(|e| Class::Io.error(e.to_string()))?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    /// The rows as a capsule of the Arrow C stream interface. A schema that is asked for is only a wish, and is not followed.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        let batch = self.batch()?;
        let schema = batch.schema();
        let batches = RecordBatchIterator::new([Ok(batch)], schema);
        let stream = FFI_ArrowArrayStream::new(Box::new(batches));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }
}
