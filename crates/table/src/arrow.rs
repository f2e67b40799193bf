//! Tables as Arrow record batches, and as Parquet files.

use super::typed::{Kind, Table, TypedColumn, Values};
use arrow_array::{ArrayRef, BooleanArray, Float64Array, Int64Array, RecordBatch, StringArray};
use arrow_schema::{ArrowError, DataType, Field, Schema};
use std::collections::HashMap;
use std::sync::Arc;

/// Metadata key of a column's meaning in its field, and of the table's in the schema.
const MEANING: &str = "meaning";

/// Returns the schema of a table: names, kinds and meanings of its columns.
pub fn schema(table: &Table) -> Schema {
    let field = |column: &TypedColumn| {
        let kind = match column.values.kind() {
            Kind::Text => DataType::Utf8,
            Kind::Count => DataType::Int64,
            Kind::Number => DataType::Float64,
            Kind::Flag => DataType::Boolean,
        };
        let meaning = (MEANING.to_owned(), column.meaning.to_string());
        Field::new(column.name.as_ref(), kind, true).with_metadata(HashMap::from([meaning]))
    };
    let fields: Vec<Field> = table.columns.iter().map(field).collect();
    let about = (MEANING.to_owned(), table.about.to_string());
    let name = ("name".to_owned(), table.name.to_string());
    Schema::new(fields).with_metadata(HashMap::from([about, name]))
}

/// Returns a table as one batch.
///
/// # Errors
/// Fails if columns have different lengths.
pub fn batch(table: &Table) -> Result<RecordBatch, ArrowError> {
    let array = |column: &TypedColumn| -> ArrayRef {
        match &column.values {
            Values::Text(values) => Arc::new(StringArray::from_iter(values.iter())),
            Values::Count(values) => Arc::new(Int64Array::from(values.clone())),
            Values::Number(values) => Arc::new(Float64Array::from(values.clone())),
            Values::Flag(values) => Arc::new(BooleanArray::from(values.clone())),
        }
    };
    let arrays = table.columns.iter().map(array).collect();
    RecordBatch::try_new(Arc::new(schema(table)), arrays)
}

/// A Parquet file that grows table by table.
#[cfg(feature = "parquet")]
pub struct ParquetFile<W: std::io::Write + Send>(parquet::arrow::ArrowWriter<W>);

#[cfg(feature = "parquet")]
impl<W: std::io::Write + Send> ParquetFile<W> {
    /// Creates a file of tables with the columns of `first`, which is not written yet.
    ///
    /// # Errors
    /// Fails if `to` cannot be written.
    pub fn new(to: W, first: &Table) -> std::io::Result<ParquetFile<W>> {
        use parquet::basic::Compression;
        use parquet::file::properties::WriterProperties;
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_created_by("powergrab".to_owned())
            .build();
        let schema = Arc::new(schema(first));
        parquet::arrow::ArrowWriter::try_new(to, schema, Some(properties))
            .map(ParquetFile)
            .map_err(std::io::Error::other)
    }

    /// Adds a table as separate row groups, so that memory stays constant.
    ///
    /// # Errors
    /// Fails if the file cannot be written, or if the columns differ.
    pub fn add(&mut self, table: &Table) -> std::io::Result<()> {
        let batch = batch(table).map_err(std::io::Error::other)?;
        let write = |file: &mut parquet::arrow::ArrowWriter<W>| {
            file.write(&batch)?;
            file.flush()
        };
        write(&mut self.0).map_err(std::io::Error::other)
    }

    /// Ends the file.
    ///
    /// # Errors
    /// Fails if it cannot be written.
    pub fn end(self) -> std::io::Result<()> {
        self.0.close().map_err(std::io::Error::other)?;
        Ok(())
    }
}
