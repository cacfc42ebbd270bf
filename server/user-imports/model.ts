import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  literal,
  Model,
  type ModelStatic,
  type Sequelize
} from 'sequelize'
import { defineModel, foreignKey, optionalUser, required } from '~/server/db'

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

export function defineUserImports(sequelize: Sequelize): ModelStatic<UserImport> {
  const off = () => required(DataTypes.BOOLEAN, false)
  return defineModel(sequelize, UserImport, 'user_imports', {
    id: { type: DataTypes.UUID, primaryKey: true },
    name: required(DataTypes.TEXT),
    createdBy: optionalUser(),
    createdAt: required(DataTypes.DATE(3), literal('now()')),
    state: required(DataTypes.TEXT, 'Checked'),
    overwrite: off(),
    byMail: off(),
    accept: off(),
    locale: required(DataTypes.TEXT),
    startedAt: DataTypes.DATE(3),
    endedAt: DataTypes.DATE(3)
  })
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

export function defineUserImportRows(sequelize: Sequelize): ModelStatic<UserImportRow> {
  return defineModel(sequelize, UserImportRow, 'user_import_rows', {
    importId: foreignKey('user_imports', { type: DataTypes.UUID, primaryKey: true }),
    line: { type: DataTypes.INTEGER, primaryKey: true },
    unit: required(DataTypes.INTEGER),
    input: required(DataTypes.JSONB),
    secret: DataTypes.TEXT,
    state: required(DataTypes.TEXT, 'Waiting'),
    error: DataTypes.TEXT
  })
}
