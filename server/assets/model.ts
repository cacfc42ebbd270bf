import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  literal,
  Model,
  type Sequelize
} from 'sequelize'

export class Blob extends Model<InferAttributes<Blob>, InferCreationAttributes<Blob>> {
  declare hash: string
  declare size: number
  declare type: CreationOptional<string | null>
  declare storedAt: CreationOptional<Date>
}

/** Ties the model to a database; a class for each, so that tests may open several. */
export function defineBlobs(sequelize: Sequelize): typeof Blob {
  class Bound extends Blob {}
  return Bound.init(
    {
      hash: { type: DataTypes.CHAR(64), primaryKey: true },
      size: { type: DataTypes.BIGINT, allowNull: false },
      type: DataTypes.TEXT,
      storedAt: { type: DataTypes.DATE(3), allowNull: false, defaultValue: literal('now()') }
    },
    { sequelize, tableName: 'blobs', modelName: 'Blob' }
  ) as typeof Blob
}

export class Attachment extends Model<InferAttributes<Attachment>, InferCreationAttributes<Attachment>> {
  declare id: CreationOptional<number>
  declare challengeId: number
  declare flagId: CreationOptional<number | null>
  declare type: 'Local' | 'Remote'
  declare hash: CreationOptional<string | null>
  declare name: CreationOptional<string | null>
  declare remoteUrl: CreationOptional<string | null>
}

/** Ties the model to a database; a class for each, so that tests may open several. */
export function defineAttachments(sequelize: Sequelize): typeof Attachment {
  class Bound extends Attachment {}
  return Bound.init(
    {
      id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
      challengeId: {
        type: DataTypes.INTEGER,
        allowNull: false,
        references: { model: 'challenges', key: 'id' },
        onDelete: 'CASCADE'
      },
      flagId: { type: DataTypes.INTEGER, references: { model: 'flags', key: 'id' }, onDelete: 'CASCADE' },
      type: { type: DataTypes.TEXT, allowNull: false },
      hash: { type: DataTypes.CHAR(64), references: { model: 'blobs', key: 'hash' } },
      name: DataTypes.TEXT,
      remoteUrl: DataTypes.TEXT
    },
    { sequelize, tableName: 'attachments', modelName: 'Attachment' }
  ) as typeof Attachment
}

export class BrandImage extends Model<InferAttributes<BrandImage>, InferCreationAttributes<BrandImage>> {
  declare kind: 'logo' | 'favicon'
  declare hash: string
}

/** Ties the model to a database; a class for each, so that tests may open several. */
export function defineBrandImages(sequelize: Sequelize): typeof BrandImage {
  class Bound extends BrandImage {}
  return Bound.init(
    {
      kind: { type: DataTypes.TEXT, primaryKey: true },
      hash: { type: DataTypes.CHAR(64), allowNull: false, references: { model: 'blobs', key: 'hash' } }
    },
    { sequelize, tableName: 'brand_images', modelName: 'BrandImage' }
  ) as typeof BrandImage
}

export class Embed extends Model<InferAttributes<Embed>, InferCreationAttributes<Embed>> {
  declare hash: string
  declare postId: CreationOptional<string | null>
  declare gameId: CreationOptional<number | null>
  declare challengeId: CreationOptional<number | null>
}

/** Ties the model to a database; a class for each, so that tests may open several. */
export function defineEmbeds(sequelize: Sequelize): typeof Embed {
  class Bound extends Embed {}
  Bound.init(
    {
      hash: { type: DataTypes.CHAR(64), allowNull: false, references: { model: 'blobs', key: 'hash' } },
      postId: { type: DataTypes.CHAR(8), references: { model: 'posts', key: 'id' }, onDelete: 'CASCADE' },
      gameId: { type: DataTypes.INTEGER, references: { model: 'games', key: 'id' }, onDelete: 'CASCADE' },
      challengeId: {
        type: DataTypes.INTEGER,
        references: { model: 'challenges', key: 'id' },
        onDelete: 'CASCADE'
      }
    },
    { sequelize, tableName: 'embeds', modelName: 'Embed' }
  )
  // There is no primary key; Sequelize would read a column `id`.
  Bound.removeAttribute('id')
  return Bound as typeof Embed
}

export class Upload extends Model<InferAttributes<Upload>, InferCreationAttributes<Upload>> {
  declare hash: string
  declare name: string
  declare userId: CreationOptional<string | null>
  declare uploadedAt: Date
}

/** Ties the model to a database; a class for each, so that tests may open several. */
export function defineUploads(sequelize: Sequelize): typeof Upload {
  class Bound extends Upload {}
  return Bound.init(
    {
      hash: { type: DataTypes.CHAR(64), primaryKey: true, references: { model: 'blobs', key: 'hash' } },
      name: { type: DataTypes.TEXT, allowNull: false },
      userId: { type: DataTypes.UUID, references: { model: 'users', key: 'id' }, onDelete: 'SET NULL' },
      uploadedAt: { type: DataTypes.DATE(3), allowNull: false }
    },
    { sequelize, tableName: 'uploads', modelName: 'Upload' }
  ) as typeof Upload
}
