import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type ModelStatic,
  type Sequelize
} from 'sequelize'
import { defineModel, foreignKey, optionalUser, required, serial } from '~/server/db'
import type { TicketState } from './constants'

export class Ticket extends Model<InferAttributes<Ticket>, InferCreationAttributes<Ticket>> {
  declare id: CreationOptional<number>
  declare gameId: number
  declare participationId: number
  declare challengeId: CreationOptional<number | null>
  declare title: string
  /** The organisers wrote first. */
  declare byStaff: boolean
  declare state: TicketState
  /** The place in the queue; see `placeOf`. */
  declare place: number
  declare unread: CreationOptional<number>
  declare openedAt: Date
  declare changedAt: Date
  /** The owner among the staff; see `holder`. */
  declare ownerId: CreationOptional<string | null>
}

export function defineTickets(sequelize: Sequelize): ModelStatic<Ticket> {
  return defineModel(sequelize, Ticket, 'tickets', {
    id: serial(),
    gameId: foreignKey('games'),
    participationId: foreignKey('participations'),
    challengeId: {
      type: DataTypes.INTEGER,
      references: { model: 'challenges', key: 'id' },
      onDelete: 'SET NULL'
    },
    title: required(DataTypes.TEXT),
    byStaff: required(DataTypes.BOOLEAN),
    state: required(DataTypes.TEXT),
    place: required(DataTypes.BIGINT),
    unread: required(DataTypes.INTEGER, 0),
    openedAt: required(DataTypes.DATE(3)),
    changedAt: required(DataTypes.DATE(3)),
    ownerId: optionalUser()
  })
}

export class TicketMessageRow extends Model<
  InferAttributes<TicketMessageRow>,
  InferCreationAttributes<TicketMessageRow>
> {
  declare id: CreationOptional<number>
  declare ticketId: number
  declare fromStaff: boolean
  declare userId: CreationOptional<string | null>
  declare text: string
  declare at: Date
}

export function defineTicketMessages(sequelize: Sequelize): ModelStatic<TicketMessageRow> {
  return defineModel(sequelize, TicketMessageRow, 'ticket_messages', {
    id: serial(),
    ticketId: foreignKey('tickets'),
    fromStaff: required(DataTypes.BOOLEAN),
    userId: optionalUser(),
    text: required(DataTypes.TEXT),
    at: required(DataTypes.DATE(3))
  })
}

export class CannedAnswerRow extends Model<
  InferAttributes<CannedAnswerRow>,
  InferCreationAttributes<CannedAnswerRow>
> {
  declare id: CreationOptional<number>
  declare gameId: number
  declare name: string
  declare text: string
}

export function defineCannedAnswers(sequelize: Sequelize): ModelStatic<CannedAnswerRow> {
  return defineModel(sequelize, CannedAnswerRow, 'canned_answers', {
    id: serial(),
    gameId: foreignKey('games'),
    name: required(DataTypes.TEXT),
    text: required(DataTypes.TEXT)
  })
}

export class EarlierTicketRow extends Model<
  InferAttributes<EarlierTicketRow>,
  InferCreationAttributes<EarlierTicketRow>
> {
  declare id: CreationOptional<number>
  declare gameId: number
  declare challengeId: CreationOptional<number | null>
  declare title: string
  declare byStaff: boolean
  declare openedAt: Date
  declare messages: unknown
}

export function defineEarlierTickets(sequelize: Sequelize): ModelStatic<EarlierTicketRow> {
  return defineModel(sequelize, EarlierTicketRow, 'earlier_tickets', {
    id: serial(),
    gameId: foreignKey('games'),
    challengeId: {
      type: DataTypes.INTEGER,
      references: { model: 'challenges', key: 'id' },
      onDelete: 'SET NULL'
    },
    title: required(DataTypes.TEXT),
    byStaff: required(DataTypes.BOOLEAN),
    openedAt: required(DataTypes.DATE(3)),
    messages: required(DataTypes.JSONB)
  })
}
