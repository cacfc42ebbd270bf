import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize
} from 'sequelize'
import { optionalUser, required, serial } from '~/server/db'
import type { TrashKind } from './contract'

export class TrashEntryRow extends Model<
  InferAttributes<TrashEntryRow>,
  InferCreationAttributes<TrashEntryRow>
> {
  declare id: CreationOptional<number>
  declare kind: TrashKind
  declare targetId: number
  declare title: string
  declare gameId: CreationOptional<number | null>
  declare gameTitle: CreationOptional<string | null>
  declare participations: number[]
  declare counts: Record<string, number>
  declare deletedAt: Date
  declare deletedBy: CreationOptional<string | null>
  declare purgeAt: Date
}

export class TrashRows extends Model<InferAttributes<TrashRows>, InferCreationAttributes<TrashRows>> {
  declare entryId: number
  declare relation: string
  declare part: number
  declare content: unknown[]
}

export class TrashFile extends Model<InferAttributes<TrashFile>, InferCreationAttributes<TrashFile>> {
  declare entryId: number
  declare hash: string
}

export class TrashCapture extends Model<
  InferAttributes<TrashCapture>,
  InferCreationAttributes<TrashCapture>
> {
  declare entryId: number
  declare challengeId: number
  declare participationId: number
  declare file: string
}

const entryId = {
  type: DataTypes.INTEGER,
  primaryKey: true,
  references: { model: 'trash', key: 'id' },
  onDelete: 'CASCADE'
}

/** A class for each database, because tests open several. */
export function defineTrash(sequelize: Sequelize) {
  class Entries extends TrashEntryRow {}
  class Rows extends TrashRows {}
  class Files extends TrashFile {}
  class Captures extends TrashCapture {}
  const entries = Entries.init(
    {
      id: serial(),
      kind: required(DataTypes.TEXT),
      targetId: required(DataTypes.INTEGER),
      title: required(DataTypes.TEXT),
      gameId: DataTypes.INTEGER,
      gameTitle: DataTypes.TEXT,
      participations: required(DataTypes.ARRAY(DataTypes.INTEGER)),
      counts: required(DataTypes.JSONB),
      deletedAt: required(DataTypes.DATE(3)),
      deletedBy: optionalUser(),
      purgeAt: required(DataTypes.DATE(3))
    },
    { sequelize, tableName: 'trash', modelName: 'TrashEntryRow' }
  ) as typeof TrashEntryRow
  const kept = Rows.init(
    {
      entryId,
      relation: { type: DataTypes.TEXT, primaryKey: true },
      part: { type: DataTypes.INTEGER, primaryKey: true },
      content: required(DataTypes.JSONB)
    },
    { sequelize, tableName: 'trash_rows', modelName: 'TrashRows' }
  ) as typeof TrashRows
  const files = Files.init(
    {
      entryId,
      hash: { type: DataTypes.CHAR(64), primaryKey: true, references: { model: 'blobs', key: 'hash' } }
    },
    { sequelize, tableName: 'trash_files', modelName: 'TrashFile' }
  ) as typeof TrashFile
  const captures = Captures.init(
    {
      entryId,
      challengeId: { type: DataTypes.INTEGER, primaryKey: true },
      participationId: { type: DataTypes.INTEGER, primaryKey: true },
      file: { type: DataTypes.TEXT, primaryKey: true }
    },
    { sequelize, tableName: 'trash_captures', modelName: 'TrashCapture' }
  ) as typeof TrashCapture
  return { entries, kept, files, captures }
}
