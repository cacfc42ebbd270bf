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
import { defineModel, required, serial } from '~/server/db'
import type { OwnPageLinkPlace } from './constants'
import type { OwnPageEdit } from './contract'

export class OwnPage extends Model<InferAttributes<OwnPage>, InferCreationAttributes<OwnPage>> {
  declare id: CreationOptional<number>
  declare address: string
  declare titles: CreationOptional<OwnPageEdit['titles']>
  declare texts: CreationOptional<OwnPageEdit['texts']>
  declare link: CreationOptional<OwnPageLinkPlace>
  declare position: CreationOptional<number>
  declare published: CreationOptional<boolean>
  declare version: CreationOptional<number>
}

export function defineOwnPages(sequelize: Sequelize): ModelStatic<OwnPage> {
  return defineModel(sequelize, OwnPage, 'own_pages', {
    id: serial(),
    address: required(DataTypes.TEXT),
    titles: required(DataTypes.JSONB, literal("'{}'")),
    texts: required(DataTypes.JSONB, literal("'{}'")),
    link: required(DataTypes.TEXT, 'footer'),
    position: required(DataTypes.INTEGER, 0),
    published: required(DataTypes.BOOLEAN, false),
    version: required(DataTypes.INTEGER, 1)
  })
}
