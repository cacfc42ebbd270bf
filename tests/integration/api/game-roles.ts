import type { GameRole } from '~/server/access/constants'

/** Who besides the platform's staff may call what in their game (docs/rules/game-staff.md#actions), written out. */
type Row = [roles: readonly GameRole[], operations: readonly string[]]

const ALL: readonly GameRole[] = ['owner', 'author', 'referee', 'support', 'monitor']

export const GAME_OPERATIONS: readonly Row[] = [
  [
    ['owner', 'author', 'referee', 'monitor'],
    ['gameFeedback', 'gameFeedbackCsv']
  ],
  [
    ['owner', 'referee'],
    [
      'adminDownloadAllWriteups',
      'adminEditParticipation',
      'adminParticipation',
      'adminPublishWriteup',
      'adminWriteups',
      'editAddGameNotice',
      'editApplyGameCorrection',
      'editGameAwards',
      'editGiveGameAwards',
      'editConfirmGameCorrection',
      'editDeclineGameCorrection',
      'editDraftGameCorrection',
      'editGameCorrectionDraft',
      'editGameCorrectionDrafts',
      'editWithdrawGameCorrection',
      'editDeleteGameNotice',
      'editDeleteGameWriteUps',
      'editGameCorrection',
      'editGameCorrectionVisibility',
      'editGameCorrections',
      'editGameExtraTimes',
      'editGiveExtraTime',
      'editTakeExtraTime',
      'editGameWhatIf',
      'editGetGameNotices',
      'editPauseGame',
      'editPreviewGameCorrection',
      'editPreviewUndoGameCorrection',
      'editResetGameChallengeAttempts',
      'editResumeGame',
      'editUndoGameCorrection',
      'editUpdateGameNotice',
      'gameAnswerCaseAppeal',
      'gameParticipations',
      'gameParticipationsCsv',
      'gamePreviewCaseDecision',
      'gameUndoCaseDecision'
    ]
  ],
  [
    ['owner', 'referee', 'monitor'],
    [
      'gameAddCaseEvidence',
      'gameAddCaseNote',
      'gameAnswerCaseDecision',
      'gameAssignCase',
      'gameCase',
      'gameCaseExport',
      'gameCases',
      'gameCloseCase',
      'gameOpenCase',
      'gameProposeCaseDecision',
      'gameSignals'
    ]
  ],
  [
    ['owner', 'author'],
    [
      'assetsUpload',
      'editAddFiles',
      'editAddFlags',
      'editAddGameCategory',
      'editAddGameChallenge',
      'editAddRemoteFile',
      'editArrangeFiles',
      'editChangeGameCategory',
      'editDeleteGameCategory',
      'editGetGameCategories',
      'editCheckGameChallenge',
      'editCreateTestContainer',
      'editDestroyTestContainer',
      'editGameChallengeVersion',
      'editGameChallengeVersions',
      'editGameChecks',
      'editGetGameChallenge',
      'editGetGameChallengeCheck',
      'editGetGameChallenges',
      'editGetImage',
      'editGetTestContainer',
      'editPullImage',
      'editPushGameChallenges',
      'editRemoveFile',
      'editRemoveFlag',
      'editRemoveGameChallenge',
      'editRestoreGameChallengeVersion',
      'editTryFlag',
      'editUpdateAttachment',
      'editUpdateGameChallenge'
    ]
  ],
  [
    ['owner'],
    [
      'editAddGameStaff',
      'editAddWebhook',
      'editCancelGameCeremony',
      'editCreateGameToken',
      'editChangeGameStaff',
      'editDeleteGame',
      'editDeleteWebhook',
      'editExportGame',
      'editFreezeGame',
      'editGameCorrectionSecond',
      'editGameCeremony',
      'editGameEverything',
      'editGameSite',
      'editGameSuitcases',
      'editGameTokens',
      'editGetHashSalt',
      'editInviteStaff',
      'editMergeSuitcase',
      'editPreviewSuitcaseMerge',
      'editReceiveSuitcaseResults',
      'editRehearsals',
      'editRemoveGameStaff',
      'editReplaceWebhookSecret',
      'editReplayWebhookDelivery',
      'editRevealGame',
      'editRevokeGameToken',
      'editRevokeStaffInvitation',
      'editStartGameCeremony',
      'editStartRehearsal',
      'editStaffInvitations',
      'editStepGameCeremony',
      'editStopRehearsal',
      'editSuitcaseResults',
      'editTakeOverStaff',
      'editTestWebhook',
      'editUpdateGame',
      'editUpdateGameChallengesAcceptedCount',
      'editUpdateGamePoster',
      'editUpdateWebhook',
      'editWebhookDeliveries',
      'editWebhooks'
    ]
  ],
  [
    ['owner', 'author', 'referee'],
    ['editBlockGameChallenge', 'editUnblockGameChallenge']
  ],
  [ALL, ['editGameStaff', 'editGetGame', 'editGetPreview']],
  [
    ['owner', 'referee', 'support', 'monitor'],
    [
      'gameCheatInfo',
      'gameEvents',
      'gameScoreboardSheet',
      'gameSubmissionSheet',
      'gameSubmissions',
      'gameWatch'
    ]
  ],
  [['owner', 'author', 'referee', 'monitor'], ['gameChecks']],
  [
    ['owner', 'referee', 'support'],
    [
      'gameAnswerTicket',
      'gameCannedAnswers',
      'gameEarlierTickets',
      'gameOwnTicket',
      'gameQueuedTicket',
      'gameSendTicketMessage',
      'gameTicketQueue',
      'gameTicketReceivers',
      'gameTicketStaff',
      'gameTurnTicket'
    ]
  ],
  [
    ['owner', 'support'],
    ['gameAddCannedAnswer', 'gameChangeCannedAnswer', 'gameRemoveCannedAnswer']
  ]
]
