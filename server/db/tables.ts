import {
  type Attributes,
  DataTypes,
  type Model,
  type ModelAttributeColumnOptions,
  type ModelAttributes,
  type ModelStatic,
  type Sequelize
} from 'sequelize'

/**
 * The model of a table in one database. `base` declares the types of its columns; the model is a class of its own, because
 * tests open several databases. `version`: Sequelize counts the changes of a row.
 */
export function defineModel<M extends Model>(
  sequelize: Sequelize,
  base: ModelStatic<M>,
  tableName: string,
  columns: ModelAttributes<M, Attributes<M>>,
  options: { version?: boolean } = {}
): ModelStatic<M> {
  class Bound extends (base as ModelStatic<Model>) {}
  Bound.init(columns, { sequelize, tableName, modelName: tableName, ...options })
  return Bound as ModelStatic<M>
}

/** The column with the `id` of a row of `table`: an integer, never null, and the row goes with that one unless `more` says so. */
export const foreignKey = (
  table: string,
  more: Partial<ModelAttributeColumnOptions> = {}
): ModelAttributeColumnOptions => ({
  type: DataTypes.INTEGER,
  ...(!more.primaryKey && { allowNull: false }),
  references: { model: table, key: 'id' },
  onDelete: 'CASCADE',
  ...more
})

/** A column that is never null. A new one each: Sequelize writes the column's name into it. */
export const required = (
  type: ModelAttributeColumnOptions['type'],
  defaultValue?: unknown
): ModelAttributeColumnOptions => ({ type, allowNull: false, defaultValue })
