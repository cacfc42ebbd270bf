import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type ModelStatic,
  type Sequelize
} from 'sequelize'
import { defineModel, foreignKey, optionalUser, required } from '~/server/db'

export class Writeup extends Model<InferAttributes<Writeup>, InferCreationAttributes<Writeup>> {
  declare participationId: number
  declare hash: string
  declare name: string
  declare userId: CreationOptional<string | null>
  declare uploadedAt: Date
  /** The captain lets everybody read it. */
  declare consent: CreationOptional<boolean>
  /** Staff have chosen it; it is read by everybody with the consent, once the game is over. */
  declare published: CreationOptional<boolean>
}

export function defineWriteups(sequelize: Sequelize): ModelStatic<Writeup> {
  return defineModel(sequelize, Writeup, 'writeups', {
    participationId: foreignKey('participations', { primaryKey: true }),
    hash: { type: DataTypes.CHAR(64), allowNull: false, references: { model: 'blobs', key: 'hash' } },
    name: required(DataTypes.TEXT),
    userId: optionalUser(),
    uploadedAt: required(DataTypes.DATE(3)),
    consent: required(DataTypes.BOOLEAN, false),
    published: required(DataTypes.BOOLEAN, false)
  })
}
