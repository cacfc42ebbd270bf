import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  literal,
  Model,
  type Sequelize
} from 'sequelize'

export class Instance extends Model<InferAttributes<Instance>, InferCreationAttributes<Instance>> {
  declare id: string
  declare kind: 'team' | 'test'
  declare gameId: CreationOptional<number | null>
  declare challengeId: CreationOptional<number | null>
  declare participationId: CreationOptional<number | null>
  declare requestedBy: CreationOptional<string | null>
  declare state: CreationOptional<
    'queued' | 'starting' | 'ready' | 'unhealthy' | 'stopping' | 'stuck' | 'ended' | 'failed'
  >
  declare desired: CreationOptional<'up' | 'down'>
  declare reason: CreationOptional<string | null>
  declare waitsFor: CreationOptional<string | null>
  declare testFlag: CreationOptional<string | null>
  declare generation: CreationOptional<number>
  declare spec: unknown
  declare memoryMb: number
  declare cpu: number
  declare lifetime: number
  declare extensions: CreationOptional<number>
  declare engineId: CreationOptional<number | null>
  declare subnet: CreationOptional<string | null>
  declare container: CreationOptional<string | null>
  declare operatedAt: Date
  declare requestedAt: Date
  declare startedAt: CreationOptional<Date | null>
  declare readyAt: CreationOptional<Date | null>
  declare expiresAt: CreationOptional<Date | null>
  declare endedAt: CreationOptional<Date | null>
  declare errorCode: CreationOptional<string | null>
  declare errorText: CreationOptional<string | null>
  declare exitCode: CreationOptional<number | null>
  declare lastLog: CreationOptional<string | null>
  declare attempts: CreationOptional<number>
  declare nextAt: CreationOptional<Date | null>
  declare leaseOwner: CreationOptional<string | null>
  declare leaseUntil: CreationOptional<Date | null>
}

/** Ties the model to a database; a class for each, so that tests may open several. */
export function defineInstances(sequelize: Sequelize): typeof Instance {
  class Bound extends Instance {}
  return Bound.init(
    {
      id: { type: DataTypes.UUID, primaryKey: true },
      kind: { type: DataTypes.TEXT, allowNull: false },
      gameId: { type: DataTypes.INTEGER, references: { model: 'games', key: 'id' }, onDelete: 'SET NULL' },
      challengeId: {
        type: DataTypes.INTEGER,
        references: { model: 'challenges', key: 'id' },
        onDelete: 'SET NULL'
      },
      participationId: {
        type: DataTypes.INTEGER,
        references: { model: 'participations', key: 'id' },
        onDelete: 'SET NULL'
      },
      requestedBy: { type: DataTypes.UUID, references: { model: 'users', key: 'id' }, onDelete: 'SET NULL' },
      state: { type: DataTypes.TEXT, allowNull: false, defaultValue: 'queued' },
      desired: { type: DataTypes.TEXT, allowNull: false, defaultValue: 'up' },
      reason: DataTypes.TEXT,
      waitsFor: DataTypes.TEXT,
      testFlag: DataTypes.TEXT,
      generation: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 1 },
      spec: { type: DataTypes.JSONB, allowNull: false },
      memoryMb: { type: DataTypes.INTEGER, allowNull: false },
      cpu: { type: DataTypes.INTEGER, allowNull: false },
      lifetime: { type: DataTypes.INTEGER, allowNull: false },
      extensions: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
      engineId: {
        type: DataTypes.INTEGER,
        references: { model: 'engines', key: 'id' },
        onDelete: 'SET NULL'
      },
      subnet: DataTypes.CIDR,
      container: DataTypes.TEXT,
      operatedAt: { type: DataTypes.DATE(3), allowNull: false },
      requestedAt: { type: DataTypes.DATE(3), allowNull: false },
      startedAt: DataTypes.DATE(3),
      readyAt: DataTypes.DATE(3),
      expiresAt: DataTypes.DATE(3),
      endedAt: DataTypes.DATE(3),
      errorCode: DataTypes.TEXT,
      errorText: DataTypes.TEXT,
      exitCode: DataTypes.INTEGER,
      lastLog: DataTypes.TEXT,
      attempts: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
      nextAt: { type: DataTypes.DATE(3), defaultValue: literal('now()') },
      leaseOwner: DataTypes.TEXT,
      leaseUntil: DataTypes.DATE(3)
    },
    { sequelize, tableName: 'instances', modelName: 'Instance' }
  ) as typeof Instance
}

export class InstanceEndpoint extends Model<
  InferAttributes<InstanceEndpoint>,
  InferCreationAttributes<InstanceEndpoint>
> {
  declare instanceId: string
  declare position: number
  declare title: string
  declare service: string
  declare port: number
  declare protocol: 'tcp' | 'http'
  declare host: string
  declare published: CreationOptional<number | null>
  declare engineId: CreationOptional<number | null>
  declare address: CreationOptional<string | null>
  declare entry: CreationOptional<string | null>
}

/** Ties the model to a database; a class for each, so that tests may open several. */
export function defineInstanceEndpoints(sequelize: Sequelize): typeof InstanceEndpoint {
  class Bound extends InstanceEndpoint {}
  return Bound.init(
    {
      instanceId: {
        type: DataTypes.UUID,
        primaryKey: true,
        references: { model: 'instances', key: 'id' },
        onDelete: 'CASCADE'
      },
      position: { type: DataTypes.INTEGER, primaryKey: true },
      title: { type: DataTypes.TEXT, allowNull: false },
      service: { type: DataTypes.TEXT, allowNull: false },
      port: { type: DataTypes.INTEGER, allowNull: false },
      protocol: { type: DataTypes.TEXT, allowNull: false },
      host: { type: DataTypes.TEXT, allowNull: false },
      published: DataTypes.INTEGER,
      engineId: {
        type: DataTypes.INTEGER,
        references: { model: 'engines', key: 'id' },
        onDelete: 'SET NULL'
      },
      address: DataTypes.TEXT,
      entry: DataTypes.TEXT
    },
    { sequelize, tableName: 'instance_endpoints', modelName: 'InstanceEndpoint' }
  ) as typeof InstanceEndpoint
}

export class InstanceEvent extends Model<
  InferAttributes<InstanceEvent>,
  InferCreationAttributes<InstanceEvent>
> {
  declare id: CreationOptional<number>
  declare instanceId: string
  declare at: CreationOptional<Date>
  declare event: string
  declare reason: CreationOptional<string | null>
  declare detail: CreationOptional<string | null>
  declare actorId: CreationOptional<string | null>
}

/** Ties the model to a database; a class for each, so that tests may open several. */
export function defineInstanceEvents(sequelize: Sequelize): typeof InstanceEvent {
  class Bound extends InstanceEvent {}
  return Bound.init(
    {
      id: { type: DataTypes.BIGINT, primaryKey: true, autoIncrement: true },
      instanceId: {
        type: DataTypes.UUID,
        allowNull: false,
        references: { model: 'instances', key: 'id' },
        onDelete: 'CASCADE'
      },
      at: { type: DataTypes.DATE(3), allowNull: false, defaultValue: literal('clock_timestamp()') },
      event: { type: DataTypes.TEXT, allowNull: false },
      reason: DataTypes.TEXT,
      detail: DataTypes.TEXT,
      actorId: { type: DataTypes.UUID, references: { model: 'users', key: 'id' }, onDelete: 'SET NULL' }
    },
    { sequelize, tableName: 'instance_events', modelName: 'InstanceEvent' }
  ) as typeof InstanceEvent
}

export class InstanceTicket extends Model<
  InferAttributes<InstanceTicket>,
  InferCreationAttributes<InstanceTicket>
> {
  declare id: CreationOptional<string>
  declare instanceId: string
  declare userId: string
  declare sessionId: string
  declare createdAt: CreationOptional<Date>
  declare position: CreationOptional<number>
  declare networks: CreationOptional<string[]>
  declare hinted: CreationOptional<string[]>
}

/** Ties the model to a database; a class for each, so that tests may open several. */
export function defineInstanceTickets(sequelize: Sequelize): typeof InstanceTicket {
  class Bound extends InstanceTicket {}
  return Bound.init(
    {
      id: { type: DataTypes.UUID, primaryKey: true, defaultValue: literal('gen_random_uuid()') },
      instanceId: {
        type: DataTypes.UUID,
        allowNull: false,
        references: { model: 'instances', key: 'id' },
        onDelete: 'CASCADE'
      },
      userId: {
        type: DataTypes.UUID,
        allowNull: false,
        references: { model: 'users', key: 'id' },
        onDelete: 'CASCADE'
      },
      sessionId: {
        type: DataTypes.TEXT,
        allowNull: false,
        references: { model: 'sessions', key: 'id' },
        onDelete: 'CASCADE'
      },
      createdAt: { type: DataTypes.DATE(3), allowNull: false, defaultValue: literal('now()') },
      position: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
      networks: { type: DataTypes.ARRAY(DataTypes.TEXT), allowNull: false, defaultValue: [] },
      hinted: { type: DataTypes.ARRAY(DataTypes.TEXT), allowNull: false, defaultValue: [] }
    },
    { sequelize, tableName: 'instance_tickets', modelName: 'InstanceTicket' }
  ) as typeof InstanceTicket
}
