import GRDB

extension Row {
    /// The value of a column, by its index. Unlike a subscript, a value of another kind is an error and no trap: a newer program, or a
    /// person, may have written the row, and a column of SQLite takes every kind.
    @inlinable
    package func read<Value: DatabaseValueConvertible & StatementColumnConvertible>(_ index: Int) throws -> Value {
        try decode(atIndex: index)
    }

    /// The same by the name of the column.
    @inlinable
    package func read<Value: DatabaseValueConvertible & StatementColumnConvertible>(column: String) throws -> Value {
        try decode(forColumn: column)
    }
}
