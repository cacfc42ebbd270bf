import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  literal,
  Model,
  type Sequelize
} from 'sequelize'

export class Engine extends Model<InferAttributes<Engine>, InferCreationAttributes<Engine>> {
  declare id: CreationOptional<number>
  declare address: string
  declare kind: CreationOptional<'docker'>
  declare state: CreationOptional<'up' | 'down'>
  declare stateSince: CreationOptional<Date>
  declare seenAt: CreationOptional<Date | null>
  declare latencyMs: CreationOptional<number | null>
  declare error: CreationOptional<string | null>
  declare info: CreationOptional<unknown>
  declare memoryMb: CreationOptional<number>
  declare cpu: CreationOptional<number>
  declare places: CreationOptional<number>
  declare draining: CreationOptional<boolean>
  declare guard: CreationOptional<'unknown' | 'guarded' | 'unguarded'>
  declare guardReport: CreationOptional<unknown>
  declare guardAt: CreationOptional<Date | null>
  declare testDueAt: CreationOptional<Date>
  declare acceptedAt: CreationOptional<Date | null>
  declare acceptedBy: CreationOptional<string | null>
  declare acceptedReason: CreationOptional<string | null>
  declare orphansRemoved: CreationOptional<number>
}

/** Ties the model to a database; a class for each, so that tests may open several. */
export function defineEngines(sequelize: Sequelize): typeof Engine {
  class Bound extends Engine {}
  return Bound.init(
    {
      id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
      address: { type: DataTypes.TEXT, allowNull: false },
      kind: { type: DataTypes.TEXT, allowNull: false, defaultValue: 'docker' },
      state: { type: DataTypes.TEXT, allowNull: false, defaultValue: 'down' },
      stateSince: { type: DataTypes.DATE(3), allowNull: false, defaultValue: literal('now()') },
      seenAt: DataTypes.DATE(3),
      latencyMs: DataTypes.INTEGER,
      error: DataTypes.TEXT,
      info: DataTypes.JSONB,
      memoryMb: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
      cpu: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
      places: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
      draining: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
      guard: { type: DataTypes.TEXT, allowNull: false, defaultValue: 'unknown' },
      guardReport: DataTypes.JSONB,
      guardAt: DataTypes.DATE(3),
      testDueAt: { type: DataTypes.DATE(3), allowNull: false, defaultValue: literal('now()') },
      acceptedAt: DataTypes.DATE(3),
      acceptedBy: { type: DataTypes.UUID, references: { model: 'users', key: 'id' }, onDelete: 'SET NULL' },
      acceptedReason: DataTypes.TEXT,
      orphansRemoved: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 }
    },
    { sequelize, tableName: 'engines', modelName: 'Engine' }
  ) as typeof Engine
}

export class Image extends Model<InferAttributes<Image>, InferCreationAttributes<Image>> {
  declare id: CreationOptional<number>
  declare engineId: number
  declare reference: string
  declare state: CreationOptional<'wanted' | 'pulling' | 'ready' | 'failed'>
  declare digest: CreationOptional<string | null>
  declare details: CreationOptional<unknown>
  declare progress: CreationOptional<unknown>
  declare renew: CreationOptional<boolean>
  declare errorCode: CreationOptional<string | null>
  declare errorText: CreationOptional<string | null>
  declare attempts: CreationOptional<number>
  declare pulledAt: CreationOptional<Date | null>
  declare nextAt: CreationOptional<Date | null>
  declare leaseOwner: CreationOptional<string | null>
  declare leaseUntil: CreationOptional<Date | null>
}

/** Ties the model to a database; a class for each, so that tests may open several. */
export function defineImages(sequelize: Sequelize): typeof Image {
  class Bound extends Image {}
  return Bound.init(
    {
      id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
      engineId: {
        type: DataTypes.INTEGER,
        allowNull: false,
        references: { model: 'engines', key: 'id' },
        onDelete: 'CASCADE'
      },
      reference: { type: DataTypes.TEXT, allowNull: false },
      state: { type: DataTypes.TEXT, allowNull: false, defaultValue: 'wanted' },
      digest: DataTypes.TEXT,
      details: DataTypes.JSONB,
      progress: DataTypes.JSONB,
      renew: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
      errorCode: DataTypes.TEXT,
      errorText: DataTypes.TEXT,
      attempts: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
      pulledAt: DataTypes.DATE(3),
      nextAt: { type: DataTypes.DATE(3), defaultValue: literal('now()') },
      leaseOwner: DataTypes.TEXT,
      leaseUntil: DataTypes.DATE(3)
    },
    { sequelize, tableName: 'images', modelName: 'Image' }
  ) as typeof Image
}

export class Registry extends Model<InferAttributes<Registry>, InferCreationAttributes<Registry>> {
  declare id: CreationOptional<number>
  declare host: string
  declare username: string
  declare secret: string
  declare createdAt: CreationOptional<Date>
}

/** Ties the model to a database; a class for each, so that tests may open several. */
export function defineRegistries(sequelize: Sequelize): typeof Registry {
  class Bound extends Registry {}
  return Bound.init(
    {
      id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
      host: { type: DataTypes.TEXT, allowNull: false },
      username: { type: DataTypes.TEXT, allowNull: false },
      secret: { type: DataTypes.TEXT, allowNull: false },
      createdAt: { type: DataTypes.DATE(3), allowNull: false, defaultValue: literal('now()') }
    },
    { sequelize, tableName: 'registries', modelName: 'Registry' }
  ) as typeof Registry
}
