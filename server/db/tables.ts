import {
  type Attributes,
  DataTypes,
  type Model,
  type ModelAttributeColumnOptions,
  type ModelAttributes,
  type ModelStatic,
  type Sequelize
} from 'sequelize'

/** A class for each database, because tests open several. `version`: Sequelize counts the changes of a row. */
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

/** A column that must be set, whose row goes with the one it points to; `more` overrides both. */
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

/** A column that is not null. A new object each time, because Sequelize writes into it. */
export const required = (
  type: ModelAttributeColumnOptions['type'],
  defaultValue?: unknown
): ModelAttributeColumnOptions => ({ type, allowNull: false, defaultValue })

/** The id of a row, counted by Postgres. */
export const serial = (): ModelAttributeColumnOptions => ({
  type: DataTypes.INTEGER,
  primaryKey: true,
  autoIncrement: true
})

/** An account that the row outlives. */
export const optionalUser = (): ModelAttributeColumnOptions => ({
  type: DataTypes.UUID,
  references: { model: 'users', key: 'id' },
  onDelete: 'SET NULL'
})
