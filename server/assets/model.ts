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
import { defineModel, foreignKey, optionalUser, required, serial } from '~/server/db'

export class Blob extends Model<InferAttributes<Blob>, InferCreationAttributes<Blob>> {
  declare hash: string
  declare size: number
  declare type: CreationOptional<string | null>
  declare storedAt: CreationOptional<Date>
}

export function defineBlobs(sequelize: Sequelize): ModelStatic<Blob> {
  return defineModel(sequelize, Blob, 'blobs', {
    hash: { type: DataTypes.CHAR(64), primaryKey: true },
    size: required(DataTypes.BIGINT),
    type: DataTypes.TEXT,
    storedAt: required(DataTypes.DATE(3), literal('now()'))
  })
}

export class Attachment extends Model<InferAttributes<Attachment>, InferCreationAttributes<Attachment>> {
  declare id: CreationOptional<number>
  declare challengeId: number
  declare flagId: CreationOptional<number | null>
  declare type: 'Local' | 'Remote'
  declare hash: CreationOptional<string | null>
  declare name: CreationOptional<string | null>
  declare remoteUrl: CreationOptional<string | null>
  /** From 0, among the files that all teams share. */
  declare place: CreationOptional<number>
}

export function defineAttachments(sequelize: Sequelize): ModelStatic<Attachment> {
  return defineModel(sequelize, Attachment, 'attachments', {
    id: serial(),
    challengeId: foreignKey('challenges'),
    flagId: foreignKey('flags', { allowNull: true }),
    type: required(DataTypes.TEXT),
    hash: { type: DataTypes.CHAR(64), references: { model: 'blobs', key: 'hash' } },
    name: DataTypes.TEXT,
    remoteUrl: DataTypes.TEXT,
    place: required(DataTypes.INTEGER, 0)
  })
}

export class BrandImage extends Model<InferAttributes<BrandImage>, InferCreationAttributes<BrandImage>> {
  declare kind: 'logo' | 'favicon'
  declare hash: string
}

export function defineBrandImages(sequelize: Sequelize): ModelStatic<BrandImage> {
  return defineModel(sequelize, BrandImage, 'brand_images', {
    kind: { type: DataTypes.TEXT, primaryKey: true },
    hash: { type: DataTypes.CHAR(64), allowNull: false, references: { model: 'blobs', key: 'hash' } }
  })
}

export class Embed extends Model<InferAttributes<Embed>, InferCreationAttributes<Embed>> {
  declare hash: string
  declare postId: CreationOptional<string | null>
  declare gameId: CreationOptional<number | null>
  declare challengeId: CreationOptional<number | null>
  /** The challenge whose solution it is in. */
  declare solutionId: CreationOptional<number | null>
  declare ownPageId: CreationOptional<number | null>
  declare setting: CreationOptional<string | null>
}

export function defineEmbeds(sequelize: Sequelize): ModelStatic<Embed> {
  const embeds = defineModel(sequelize, Embed, 'embeds', {
    hash: { type: DataTypes.CHAR(64), allowNull: false, references: { model: 'blobs', key: 'hash' } },
    postId: foreignKey('posts', { type: DataTypes.CHAR(8), allowNull: true }),
    gameId: foreignKey('games', { allowNull: true }),
    challengeId: foreignKey('challenges', { allowNull: true }),
    solutionId: foreignKey('challenges', { allowNull: true }),
    ownPageId: foreignKey('own_pages', { allowNull: true }),
    setting: foreignKey('settings', {
      type: DataTypes.TEXT,
      allowNull: true,
      references: { model: 'settings', key: 'key' }
    })
  })
  // The table has no primary key; Sequelize would read a column `id`.
  embeds.removeAttribute('id')
  return embeds
}

export class Upload extends Model<InferAttributes<Upload>, InferCreationAttributes<Upload>> {
  declare hash: string
  declare name: string
  declare userId: CreationOptional<string | null>
  declare uploadedAt: Date
  /** The service token, without an account. */
  declare tokenId: CreationOptional<string | null>
}

export function defineUploads(sequelize: Sequelize): ModelStatic<Upload> {
  return defineModel(sequelize, Upload, 'uploads', {
    hash: { type: DataTypes.CHAR(64), primaryKey: true, references: { model: 'blobs', key: 'hash' } },
    name: required(DataTypes.TEXT),
    userId: optionalUser(),
    uploadedAt: required(DataTypes.DATE(3)),
    tokenId: { type: DataTypes.UUID, references: { model: 'api_tokens', key: 'id' }, onDelete: 'SET NULL' }
  })
}
