//! The table as Apache Parquet: typed columns, a part of all rows at a time.
//!
//! A column is written as a whole, so rows wait, column by column, until they are as many as a row group has.

use super::field::{Cell, Field, Kind, thousandths};
use super::rows::Rows;
use super::table::Origin;
use super::{COLUMNS, FIELDS};
use parquet::basic::{Compression, Encoding, LogicalType, Repetition, Type as Physical};
use parquet::column::writer::ColumnWriterImpl;
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterVersion};
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::{ColumnPath, Type, TypePtr};
use std::fs::File;
use std::io;
use std::sync::Arc;

/// Rows of a row group: the waiting rows take some 50 MB, and a reader has several of them to read side by
/// side.
const ROWS: usize = 1 << 16;

/// A table as Parquet.
pub(super) struct ParquetRows {
    writer: SerializedFileWriter<File>,
    columns: Vec<Column>,
    /// The column of the next cell.
    at: usize,
    /// How many rows wait.
    rows: usize,
}

/// The values of a column that wait; of optional ones, for each row, 1 if there is one.
enum Column {
    Text(Vec<ByteArray>),
    Number(Vec<i64>),
    Optional(Vec<i64>, Vec<i16>),
    Ratio(Vec<f64>, Vec<i16>),
}

/// A cell with its own text.
pub(super) enum Kept {
    Text(ByteArray),
    Other(Cell<'static>),
}

impl ParquetRows {
    /// A table of no rows in `file`, which is empty.
    pub(super) fn new(file: File) -> io::Result<ParquetRows> {
        let writer = SerializedFileWriter::new(file, schema(), Arc::new(properties())).map_err(error)?;
        let columns = FIELDS.iter().map(|field| Column::new(field.kind)).collect();
        Ok(ParquetRows { writer, columns, at: 0, rows: 0 })
    }

    #[inline]
    fn next(&mut self) -> &mut Column {
        self.at += 1;
        &mut self.columns[self.at - 1]
    }
}

impl Rows for ParquetRows {
    type Shared = Vec<Kept>;

    fn share(cells: &[Cell<'_>], shared: &mut Vec<Kept>) {
        shared.clear();
        shared.extend(cells.iter().map(|cell| match *cell {
            Cell::Text(text) => Kept::Text(text.into()),
            Cell::Word(word) => Kept::Other(Cell::Word(word)),
            Cell::Number(number) => Kept::Other(Cell::Number(number)),
            Cell::Optional(number) => Kept::Other(Cell::Optional(number)),
            Cell::Hash(hash) => Kept::Other(Cell::Hash(hash)),
            Cell::Ratio(over, under) => Kept::Other(Cell::Ratio(over, under)),
        }));
    }

    fn shared(&mut self, cells: &Vec<Kept>) -> &mut Self {
        for cell in cells {
            match cell {
                Kept::Text(text) => self.next().text(text.clone()),
                Kept::Other(cell) => self.next().push(*cell),
            }
        }
        self
    }

    #[inline]
    fn cell(&mut self, cell: Cell<'_>) -> &mut Self {
        self.next().push(cell);
        self
    }

    fn end(&mut self) {
        debug_assert_eq!(self.at, COLUMNS.len());
        (self.at, self.rows) = (0, self.rows + 1);
    }

    fn is_full(&self) -> bool {
        self.rows >= ROWS
    }

    fn write(&mut self) -> io::Result<()> {
        if self.rows == 0 {
            return Ok(());
        }
        self.rows = 0;
        let mut group = self.writer.next_row_group().map_err(error)?;
        for column in &mut self.columns {
            let writer = group.next_column().map_err(error)?.expect("the schema has as many columns");
            column.write(writer).map_err(error)?;
        }
        group.close().map(drop).map_err(error)
    }

    fn finish(mut self, origin: &Origin) -> io::Result<File> {
        self.write()?;
        for (key, value) in origin.facts() {
            self.writer.append_key_value_metadata(KeyValue::new(format!("coverlab.{key}"), value));
        }
        self.writer.into_inner().map_err(error)
    }
}

impl Column {
    fn new(kind: Kind) -> Column {
        match kind {
            Kind::Text => Column::Text(Vec::new()),
            Kind::Number => Column::Number(Vec::new()),
            Kind::Optional => Column::Optional(Vec::new(), Vec::new()),
            Kind::Ratio => Column::Ratio(Vec::new(), Vec::new()),
        }
    }

    #[inline]
    fn push(&mut self, cell: Cell<'_>) {
        match (self, cell) {
            (column, Cell::Text(text)) => column.bytes(text),
            (column, Cell::Word(word)) => column.bytes(word.as_bytes()),
            (column, Cell::Hash(0)) => column.bytes(b""),
            (column, Cell::Hash(hash)) => column.bytes(format!("{hash:08x}").as_bytes()),
            // The bits of a number of a wide column, which are those of a signed one of others: no search counts
            // to 2^63.
            (Column::Number(values), Cell::Number(number)) => values.push(number as i64),
            (Column::Optional(values, levels), Cell::Number(number) | Cell::Optional(Some(number))) => {
                values.push(number as i64);
                levels.push(1);
            }
            (Column::Ratio(values, levels), Cell::Ratio(over, under)) => {
                let ratio = thousandths(over, under);
                // As exact as its three decimals are read.
                values.extend(ratio.map(|(whole, rest)| (whole as f64 * 1000.0 + f64::from(rest)) / 1000.0));
                levels.push(ratio.is_some().into());
            }
            (Column::Optional(_, levels), Cell::Optional(None)) => levels.push(0),
            (_, cell) => unreachable!("{cell:?} is of another column"),
        }
    }

    fn bytes(&mut self, text: &[u8]) {
        let same = match self {
            Column::Text(values) => values.last().filter(|last| last.data() == text).cloned(),
            _ => None,
        };
        self.text(same.unwrap_or_else(|| text.into()));
    }

    #[inline]
    fn text(&mut self, text: ByteArray) {
        match self {
            Column::Text(values) => values.push(text),
            _ => unreachable!("a text is of another column"),
        }
    }

    /// Writes the waiting rows.
    fn write(&mut self, mut writer: SerializedColumnWriter<'_>) -> Result<(), ParquetError> {
        match self {
            Column::Text(values) => put(writer.typed::<ByteArrayType>(), values, None)?,
            Column::Number(values) => put(writer.typed::<Int64Type>(), values, None)?,
            Column::Optional(values, levels) => put(writer.typed::<Int64Type>(), values, Some(levels))?,
            Column::Ratio(values, levels) => put(writer.typed::<DoubleType>(), values, Some(levels))?,
        }
        writer.close()
    }
}

fn put<T: DataType>(
    writer: &mut ColumnWriterImpl<'_, T>,
    values: &mut Vec<T::T>,
    levels: Option<&mut Vec<i16>>,
) -> Result<(), ParquetError> {
    writer.write_batch(values, levels.as_deref().map(Vec::as_slice), None)?;
    values.clear();
    levels.into_iter().for_each(Vec::clear);
    Ok(())
}

fn schema() -> TypePtr {
    let fields = FIELDS.iter().map(|field| Arc::new(column(*field))).collect();
    let group = Type::group_type_builder("trials").with_fields(fields).build();
    Arc::new(group.expect("names are not empty"))
}

fn column(field: Field) -> Type {
    let (physical, logical) = match field.kind {
        Kind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        Kind::Number | Kind::Optional => (Physical::INT64, Some(LogicalType::integer(64, !field.is_wide()))),
        Kind::Ratio => (Physical::DOUBLE, None),
    };
    let repetition = if field.is_optional() { Repetition::OPTIONAL } else { Repetition::REQUIRED };
    let builder = Type::primitive_type_builder(field.name, physical);
    let column = builder.with_repetition(repetition).with_logical_type(logical).build();
    column.expect("the logical types are of these physical ones")
}

/// How columns are written. Most take few values, which a dictionary holds; it is given up where it grows too large.
fn properties() -> WriterProperties {
    let mut properties = WriterProperties::builder()
        .set_writer_version(WriterVersion::PARQUET_2_0)
        .set_compression(Compression::SNAPPY)
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_offset_index_disabled(true)
        .set_created_by(format!("coverlab version {}", env!("CARGO_PKG_VERSION")));
    // The least and the largest of a row group let a reader pass over it; of texts only corpora follow each other, and
    // comparing the others took half of the time.
    for field in FIELDS.iter().filter(|field| field.kind == Kind::Text && field.name != "corpus") {
        let column = ColumnPath::from(field.name);
        properties = properties.set_column_statistics_enabled(column, EnabledStatistics::None);
    }
    // Columns that differ from instance to instance or from row to row, though little from one to the next.
    for (name, encoding) in [
        ("instance", Encoding::DELTA_BYTE_ARRAY),
        ("instance_hash", Encoding::DELTA_BYTE_ARRAY),
        ("answer_hash", Encoding::DELTA_BYTE_ARRAY),
        ("order_index", Encoding::DELTA_BINARY_PACKED),
    ] {
        let column = ColumnPath::from(name);
        properties = properties
            .set_column_dictionary_enabled(column.clone(), false)
            .set_column_encoding(column, encoding);
    }
    properties.build()
}

/// The error of the system, if it was one.
fn error(why: ParquetError) -> io::Error {
    match why {
        ParquetError::External(why) => match why.downcast::<io::Error>() {
            Ok(why) => *why,
            Err(why) => io::Error::other(why),
        },
        why => io::Error::other(why),
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::tests::{ledger, plan};
    use super::super::{Table, Trial};
    use super::*;
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field as Read;
    use std::path::Path;

    /// The values of a file as CSV has them, row by row, and what is said of the whole.
    fn read(path: &Path) -> (Vec<Vec<String>>, Vec<(String, String)>) {
        let reader = SerializedFileReader::new(File::open(path).unwrap()).unwrap();
        let said = reader.metadata().file_metadata().key_value_metadata().unwrap().clone();
        let text = |field: &Read| match field {
            Read::Null => String::new(),
            Read::Str(text) => text.clone(),
            Read::Long(number) => number.to_string(),
            Read::ULong(number) => number.to_string(),
            Read::Double(number) => format!("{number:.3}"),
            other => panic!("{other:?}"),
        };
        let rows = reader
            .get_row_iter(None)
            .unwrap()
            .map(|row| row.unwrap().get_column_iter().map(|(_, field)| text(field)).collect());
        (rows.collect(), said.into_iter().map(|fact| (fact.key, fact.value.unwrap())).collect())
    }

    fn csv_rows(path: &Path) -> Vec<Vec<String>> {
        let reader = csv::Reader::from_path(path).unwrap();
        reader.into_records().map(|row| row.unwrap().iter().map(str::to_string).collect()).collect()
    }

    fn write(table: Result<Table, crate::error::Error>) {
        let (plan, mut table) = (plan(), table.unwrap());
        let (ledger, folder) = ledger("parquet", &plan, &[2, 0, 1]);
        table.add(&plan, &ledger).unwrap();
        assert_eq!(table.finish().unwrap().rows, 3);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn rows_are_those_of_the_csv() {
        let folder = std::env::temp_dir().join(format!("coverlab-parquet-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = |name: &str| folder.join(name);
        write(Table::new(&path("a.csv")));
        write(Table::parquet(&path("a.parquet")));
        let (rows, said) = read(&path("a.parquet"));
        assert_eq!(rows, csv_rows(&path("a.csv")));
        let fact = |name: &str, value: &str| (format!("coverlab.{name}"), value.to_string());
        assert_eq!(
            said,
            [fact("experiment", "x"), fact("seed", "9"), fact("commit", ""), fact("version", "")]
        );

        let mut copy = Table::parquet(&path("b.parquet")).unwrap();
        for trial in csv::Reader::from_path(path("a.csv")).unwrap().deserialize::<Trial>() {
            copy.copy(&trial.unwrap()).unwrap();
        }
        copy.finish().unwrap();
        assert_eq!(read(&path("b.parquet")).0, rows);
        let left = std::fs::read_dir(&folder).unwrap().count();
        assert_eq!(left, 3, "only what was finished is there");
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn columns_have_the_types_that_are_told() {
        let schema = schema();
        let of = |name: &str| {
            let column = schema.get_fields().iter().find(|column| column.name() == name).unwrap();
            (
                column.get_physical_type(),
                column.is_optional(),
                column.get_basic_info().logical_type_ref().cloned(),
            )
        };
        let integer = |signed| Some(LogicalType::integer(64, signed));
        assert_eq!(schema.get_fields().len(), COLUMNS.len());
        assert_eq!(of("strategy"), (Physical::BYTE_ARRAY, false, Some(LogicalType::String)));
        assert_eq!(of("verdict"), (Physical::BYTE_ARRAY, false, Some(LogicalType::String)));
        assert_eq!(of("seed"), (Physical::INT64, false, integer(false)));
        assert_eq!(of("solutions"), (Physical::INT64, true, integer(false)));
        assert_eq!(of("solve_cpu_ns"), (Physical::INT64, true, integer(true)));
        assert_eq!(of("noise"), (Physical::DOUBLE, true, None));
    }

    #[test]
    fn numbers_of_64_bits_and_missing_ones_come_back() {
        let path = std::env::temp_dir().join(format!("coverlab-wide-{}.parquet", std::process::id()));
        let mut rows = ParquetRows::new(File::create(&path).unwrap()).unwrap();
        for (k, count) in [Some(u64::MAX), None, Some(3)].into_iter().enumerate() {
            for field in FIELDS {
                rows.cell(match field.kind {
                    Kind::Text => Cell::Hash(k as u32),
                    Kind::Number => Cell::Number(u64::MAX >> u32::from(!field.is_wide())),
                    Kind::Optional => Cell::Optional(count.filter(|_| field.is_wide())),
                    Kind::Ratio => Cell::Ratio(u64::MAX, k as u64),
                });
            }
            rows.end();
            // Each row is a group of its own.
            rows.write().unwrap();
        }
        rows.finish(&Origin::default()).unwrap();
        let found = read(&path).0;
        let column = |name| COLUMNS.iter().position(|column| *column == name).unwrap();
        let values = |name| found.iter().map(|row| row[column(name)].as_str()).collect::<Vec<_>>();
        assert_eq!(values("solutions"), ["18446744073709551615", "", "3"]);
        assert_eq!(values("seed"), ["18446744073709551615"; 3]);
        assert_eq!(values("order_index"), ["9223372036854775807"; 3]);
        assert_eq!(values("nodes"), ["", "", ""]);
        assert_eq!(values("answer_hash"), ["", "00000001", "00000002"]);
        assert_eq!(values("noise")[0], "");
        std::fs::remove_file(path).unwrap();
    }
}
