//! Tables for Python: typed columns, also through the Arrow PyCapsule interface.

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{RecordBatch, RecordBatchIterator};
use arrow_schema::ffi::FFI_ArrowSchema;
use powergrab_table::arrow;
use powergrab_table::typed::{Kind, Table as Data, TypedColumn, Values};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyList};

use super::errors::Class;

/// A table of results.
#[pyclass(frozen, subclass, module = "powergrab._native")]
pub struct Table {
    data: Data,
}

impl Table {
    /// Returns the table with this data.
    pub fn new(data: Data) -> Table {
        Table { data }
    }

    fn batch(&self) -> PyResult<RecordBatch> {
        arrow::batch(&self.data).map_err(|e| Class::Io.error(e.to_string()))
    }

    fn column_of(&self, name: &str) -> PyResult<&TypedColumn> {
        self.data.column(name).ok_or_else(|| {
            Class::Input.error(format!(
                "{}: has no column {name:?}; it has {}",
                self.data.name,
                self.column_names().join(", ")
            ))
        })
    }
}

#[pymethods]
impl Table {
    /// Returns the table's name: its file's without `.csv`.
    #[getter]
    fn name(&self) -> &str {
        &self.data.name
    }

    /// Returns the meaning of a row.
    #[getter]
    fn about(&self) -> &str {
        &self.data.about
    }

    /// Returns the names of the columns, in order.
    #[getter]
    fn column_names(&self) -> Vec<&str> {
        let columns = self.data.columns.iter();
        columns.map(|column| column.name.as_ref()).collect()
    }

    /// Returns the meaning of each column, by its name.
    #[getter]
    fn meanings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let meanings = PyDict::new(py);
        for column in &self.data.columns {
            meanings.set_item(&*column.name, &*column.meaning)?;
        }
        Ok(meanings)
    }

    /// Returns the Python type of each column's cells: `str`, `int`, `float` or `bool`.
    #[getter]
    fn kinds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let kinds = PyDict::new(py);
        for column in &self.data.columns {
            let kind = match column.values.kind() {
                Kind::Text => "str",
                Kind::Count => "int",
                Kind::Number => "float",
                Kind::Flag => "bool",
            };
            kinds.set_item(&*column.name, kind)?;
        }
        Ok(kinds)
    }

    fn __len__(&self) -> usize {
        self.data.n_rows
    }

    /// Returns the values of one column as a list; `None` for missing values.
    fn column<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyList>> {
        match &self.column_of(name)?.values {
            Values::Text(values) => PyList::new(py, values.iter()),
            Values::Count(values) => PyList::new(py, values),
            Values::Number(values) => PyList::new(py, values),
            Values::Flag(values) => PyList::new(py, values),
        }
    }

    /// Returns the schema as a capsule of the Arrow C data interface.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(&arrow::schema(&self.data))
            .map_err(|e| Class::Io.error(e.to_string()))?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    /// Returns the rows as a capsule of the Arrow C stream interface. A requested schema is only a
    /// hint, and is ignored.
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
