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
import type { InstanceKind } from './states'

export class Instance extends Model<InferAttributes<Instance>, InferCreationAttributes<Instance>> {
  declare id: string
  declare kind: InstanceKind
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
  declare allowedHosts: CreationOptional<unknown>
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

export function defineInstances(sequelize: Sequelize): ModelStatic<Instance> {
  return defineModel(sequelize, Instance, 'instances', {
    id: { type: DataTypes.UUID, primaryKey: true },
    kind: required(DataTypes.TEXT),
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
    requestedBy: optionalUser(),
    state: required(DataTypes.TEXT, 'queued'),
    desired: required(DataTypes.TEXT, 'up'),
    reason: DataTypes.TEXT,
    waitsFor: DataTypes.TEXT,
    testFlag: DataTypes.TEXT,
    generation: required(DataTypes.INTEGER, 1),
    spec: required(DataTypes.JSONB),
    memoryMb: required(DataTypes.INTEGER),
    cpu: required(DataTypes.INTEGER),
    lifetime: required(DataTypes.INTEGER),
    extensions: required(DataTypes.INTEGER, 0),
    engineId: {
      type: DataTypes.INTEGER,
      references: { model: 'engines', key: 'id' },
      onDelete: 'SET NULL'
    },
    subnet: DataTypes.CIDR,
    container: DataTypes.TEXT,
    allowedHosts: DataTypes.JSONB,
    operatedAt: required(DataTypes.DATE(3)),
    requestedAt: required(DataTypes.DATE(3)),
    startedAt: DataTypes.DATE(3),
    readyAt: DataTypes.DATE(3),
    expiresAt: DataTypes.DATE(3),
    endedAt: DataTypes.DATE(3),
    errorCode: DataTypes.TEXT,
    errorText: DataTypes.TEXT,
    exitCode: DataTypes.INTEGER,
    lastLog: DataTypes.TEXT,
    attempts: required(DataTypes.INTEGER, 0),
    nextAt: { type: DataTypes.DATE(3), defaultValue: literal('now()') },
    leaseOwner: DataTypes.TEXT,
    leaseUntil: DataTypes.DATE(3)
  })
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

export function defineInstanceEndpoints(sequelize: Sequelize): ModelStatic<InstanceEndpoint> {
  return defineModel(sequelize, InstanceEndpoint, 'instance_endpoints', {
    instanceId: foreignKey('instances', { type: DataTypes.UUID, primaryKey: true }),
    position: { type: DataTypes.INTEGER, primaryKey: true },
    title: required(DataTypes.TEXT),
    service: required(DataTypes.TEXT),
    port: required(DataTypes.INTEGER),
    protocol: required(DataTypes.TEXT),
    host: required(DataTypes.TEXT),
    published: DataTypes.INTEGER,
    engineId: {
      type: DataTypes.INTEGER,
      references: { model: 'engines', key: 'id' },
      onDelete: 'SET NULL'
    },
    address: DataTypes.TEXT,
    entry: DataTypes.TEXT
  })
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

export function defineInstanceEvents(sequelize: Sequelize): ModelStatic<InstanceEvent> {
  return defineModel(sequelize, InstanceEvent, 'instance_events', {
    id: { type: DataTypes.BIGINT, primaryKey: true, autoIncrement: true },
    instanceId: foreignKey('instances', { type: DataTypes.UUID }),
    at: required(DataTypes.DATE(3), literal('clock_timestamp()')),
    event: required(DataTypes.TEXT),
    reason: DataTypes.TEXT,
    detail: DataTypes.TEXT,
    actorId: optionalUser()
  })
}

export class InstanceTicket extends Model<
  InferAttributes<InstanceTicket>,
  InferCreationAttributes<InstanceTicket>
> {
  declare id: CreationOptional<string>
  declare instanceId: string
  declare userId: string
  declare sessionId: CreationOptional<string | null>
  declare createdAt: CreationOptional<Date>
  declare position: CreationOptional<number>
  declare networks: CreationOptional<string[]>
  declare hinted: CreationOptional<string[]>
  declare tokenId: CreationOptional<string | null>
}

export function defineInstanceTickets(sequelize: Sequelize): ModelStatic<InstanceTicket> {
  return defineModel(sequelize, InstanceTicket, 'instance_tickets', {
    id: { type: DataTypes.UUID, primaryKey: true, defaultValue: literal('gen_random_uuid()') },
    instanceId: foreignKey('instances', { type: DataTypes.UUID }),
    userId: foreignKey('users', { type: DataTypes.UUID }),
    sessionId: foreignKey('sessions', { type: DataTypes.TEXT, allowNull: true }),
    createdAt: required(DataTypes.DATE(3), literal('now()')),
    position: required(DataTypes.INTEGER, 0),
    networks: required(DataTypes.ARRAY(DataTypes.TEXT), []),
    hinted: required(DataTypes.ARRAY(DataTypes.TEXT), []),
    tokenId: foreignKey('api_tokens', { type: DataTypes.UUID, allowNull: true })
  })
}
