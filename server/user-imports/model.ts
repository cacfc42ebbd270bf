import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  literal,
  Model,
  type Sequelize
} from 'sequelize'

export class UserImport extends Model<InferAttributes<UserImport>, InferCreationAttributes<UserImport>> {
  declare id: string
  declare name: string
  declare createdBy: string | null
  declare createdAt: CreationOptional<Date>
  declare state: CreationOptional<string>
  declare overwrite: CreationOptional<boolean>
  declare byMail: CreationOptional<boolean>
  declare accept: CreationOptional<boolean>
  declare locale: string
  declare startedAt: CreationOptional<Date | null>
  declare endedAt: CreationOptional<Date | null>
}

/** Ties the model to a database; a class for each, so that tests may open several. */
export function defineUserImports(sequelize: Sequelize): typeof UserImport {
  class Bound extends UserImport {}
  const off = () => ({ type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false })
  return Bound.init(
    {
      id: { type: DataTypes.UUID, primaryKey: true },
      name: { type: DataTypes.TEXT, allowNull: false },
      createdBy: { type: DataTypes.UUID, references: { model: 'users', key: 'id' }, onDelete: 'SET NULL' },
      createdAt: { type: DataTypes.DATE(3), allowNull: false, defaultValue: literal('now()') },
      state: { type: DataTypes.TEXT, allowNull: false, defaultValue: 'Checked' },
      overwrite: off(),
      byMail: off(),
      accept: off(),
      locale: { type: DataTypes.TEXT, allowNull: false },
      startedAt: DataTypes.DATE(3),
      endedAt: DataTypes.DATE(3)
    },
    { sequelize, tableName: 'user_imports', modelName: 'UserImport' }
  ) as typeof UserImport
}

export class UserImportRow extends Model<
  InferAttributes<UserImportRow>,
  InferCreationAttributes<UserImportRow>
> {
  declare importId: string
  declare line: number
  declare unit: number
  declare input: object
  declare secret: CreationOptional<string | null>
  declare state: CreationOptional<string>
  declare error: CreationOptional<string | null>
}

/** Ties the model to a database; a class for each, so that tests may open several. */
export function defineUserImportRows(sequelize: Sequelize): typeof UserImportRow {
  class Bound extends UserImportRow {}
  return Bound.init(
    {
      importId: {
        type: DataTypes.UUID,
        primaryKey: true,
        references: { model: 'user_imports', key: 'id' },
        onDelete: 'CASCADE'
      },
      line: { type: DataTypes.INTEGER, primaryKey: true },
      unit: { type: DataTypes.INTEGER, allowNull: false },
      input: { type: DataTypes.JSONB, allowNull: false },
      secret: DataTypes.TEXT,
      state: { type: DataTypes.TEXT, allowNull: false, defaultValue: 'Waiting' },
      error: DataTypes.TEXT
    },
    { sequelize, tableName: 'user_import_rows', modelName: 'UserImportRow' }
  ) as typeof UserImportRow
}
