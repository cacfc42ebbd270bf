/** A visitor, an account of each role, and a user who captains a team that plays. */
export const CALLERS = ['visitor', 'Banned', 'User', 'captain', 'Monitor', 'Admin'] as const
export type Caller = (typeof CALLERS)[number]

type Row = [statuses: number[], operations: string[]]

/**
 * The status of each operation for each caller (docs/rules/accounts.md#roles): the body is empty, the game and the
 * captain's team exist, and what a deletion names does not.
 */
const TABLE: Row[] = [
  [
    [200, 200, 200, 200, 200, 200],
    [
      'gameCorrections',
      'gameCtftime',
      'gameGames',
      'gameCeremony',
      'gameLedgerCheckpoints',
      'gameGamesAll',
      'gameNotices',
      'gameScoreboard',
      'gameScoreboardColumns',
      'gameScoreboardPage',
      'gameSolvers',
      'infoGetClientCaptchaInfo',
      'infoGetClientConfig',
      'infoGetLatestPosts',
      'infoGetPosts',
      'infoPages',
      'systemFavicon',
      'teamGetBasicInfo'
    ]
  ],
  [
    [400, 400, 400, 400, 400, 400],
    [
      'accountAddPasskey',
      'accountFinishLogin',
      'accountLogIn',
      'accountPasswordReset',
      'accountRecovery',
      'accountPasskeyOptions',
      'accountRegister',
      'accountUsePasskey',
      'accountVerify',
      'teamVerifySignature'
    ]
  ],
  [
    [401, 403, 200, 200, 200, 200],
    [
      'accountData',
      'accountProfile',
      'accountPush',
      'accountTokens',
      'accountUpdate',
      'gameFollows',
      'gameTeamDecisions',
      'teamAsked',
      'teamGetTeamsInfo',
      'teamListings',
      'teamSeekers',
      'teamSeekNoMore'
    ]
  ],
  [
    [401, 403, 400, 200, 400, 400],
    [
      'gameAnswers',
      'gameChallengesWithTeamInfo',
      'gameGetChallenge',
      'gameGetWriteup',
      'gameTickets',
      'gameTries',
      'gameWorkspace',
      'gameClaims'
    ]
  ],
  [
    [401, 403, 400, 400, 400, 400],
    [
      'accountAddPush',
      'accountChangeEmail',
      'accountChangePassword',
      'accountCreateToken',
      'accountMailChangeConfirm',
      'gameAppealDecision',
      'gameClaimChallenge',
      'gameFollow',
      'gameJoinAlone',
      'gameNoteChallenge',
      'gameGiveFeedback',
      'gameLeaveGame',
      'gameOpenTicket',
      'gameSubmit',
      'gameWriteToTicket',
      'gameWriteupConsent',
      'gameChangeAnswers',
      'staffAccept',
      'teamAccept',
      'teamAnswerRequest',
      'teamAsk',
      'teamList',
      'teamUnlist',
      'teamMakeInvitation',
      'teamRevokeInvitation',
      'teamSeek',
      'teamCreateTeam',
      'teamLeave',
      'teamTransfer'
    ]
  ],
  [
    [401, 403, 403, 200, 403, 403],
    ['teamInvitations', 'teamInviteCode', 'teamRequests', 'teamUpdateInviteToken', 'teamUpdateTeam']
  ],
  [
    [401, 403, 403, 400, 403, 403],
    ['teamDeleteTeam', 'teamKickUser']
  ],
  [
    [401, 403, 403, 403, 200, 200],
    [
      'gameCannedAnswers',
      'gameEarlierTickets',
      'gameCases',
      'gameCheatInfo',
      'gameEvents',
      'gameFeedback',
      'gameFeedbackCsv',
      'gameScoreboardSheet',
      'gameChecks',
      'gameSignals',
      'gameSubmissionSheet',
      'gameSubmissions',
      'gameTicketQueue',
      'gameTicketStaff',
      'gameWatch'
    ]
  ],
  [
    [401, 403, 403, 403, 403, 200],
    [
      'adminEngines',
      'adminServiceTokens',
      'adminAppearance',
      'adminUpdateAppearance',
      'adminFiles',
      'adminGetConfigs',
      'adminInstanceUsage',
      'adminInstances',
      'adminLogs',
      'adminPages',
      'adminPlugins',
      'adminResetLogo',
      'adminTeams',
      'adminTrash',
      'adminUpdateConfigs',
      'adminUsers',
      'editExportGame',
      'editGameEverything',
      'editGameChallengeVersions',
      'editGetGame',
      'editGetGameChallenge',
      'editGetGameCategories',
      'editGetGameChallenges',
      'editGameChecks',
      'editGetGameChallengeCheck',
      'editGameCorrectionDrafts',
      'editGameCorrections',
      'editGameAwards',
      'editGameSuitcases',
      'editGameExtraTimes',
      'editGameWhatIf',
      'editGetGameNotices',
      'editGameStaff',
      'editGameTokens',
      'editStaffInvitations',
      'editSeasons',
      'editRehearsals',
      'editStartRehearsal',
      'editWebhooks',
      'editGetGames',
      'editGetHashSalt',
      'editGetPreview',
      'editUpdateAttachment',
      'editUpdateGame',
      'editUpdateGameChallenge',
      'editUpdateGameChallengesAcceptedCount',
      'gameParticipations',
      'gameParticipationsCsv'
    ]
  ],
  [
    [401, 403, 403, 403, 400, 400],
    [
      'gameAddCaseEvidence',
      'gameAddCaseNote',
      'gameAnswerTicket',
      'gameAnswerCaseDecision',
      'gameAssignCase',
      'gameOpenCase',
      'gameOwnTicket',
      'gameSendTicketMessage',
      'gameTicketReceivers',
      'gameTurnTicket',
      'gameProposeCaseDecision'
    ]
  ],
  [
    [401, 403, 403, 403, 403, 400],
    [
      'adminPublishWriteup',
      'editGameSite',
      'adminCreateServiceToken',
      'gameAddCannedAnswer',
      'gameChangeCannedAnswer',
      'gameAnswerCaseAppeal',
      'gameUndoCaseDecision',
      'adminAddEngine',
      'adminAddUsers',
      'adminUpdateEngine',
      'adminSearchTeams',
      'adminSearchUsers',
      'adminUpdateTeam',
      'editAddFlags',
      'editAddRemoteFile',
      'editArrangeFiles',
      'editAddGame',
      'editCopyGame',
      'editAddGameCategory',
      'editChangeGameCategory',
      'editAddGameChallenge',
      'editAddGameNotice',
      'editAddWebhook',
      'editAddGameStaff',
      'editInviteStaff',
      'editTakeOverStaff',
      'editCreateGameToken',
      'editAddSeason',
      'editUpdateSeason',
      'editChangeGameStaff',
      'editApplyGameCorrection',
      'editGiveGameAwards',
      'editConfirmGameCorrection',
      'editDeclineGameCorrection',
      'editDraftGameCorrection',
      'editGameCorrectionSecond',
      'editGiveExtraTime',
      'editFreezeGame',
      'editPauseGame',
      'editResetGameChallengeAttempts',
      'editBlockGameChallenge',
      'editRevealGame',
      'editStartGameCeremony',
      'editStepGameCeremony',
      'editGameCorrectionVisibility',
      'editPreviewGameCorrection',
      'editUndoGameCorrection',
      'adminAddPage',
      'editAddPost',
      'editCheckGameChallenge',
      'editCreateTestContainer',
      'editGetImage',
      'editGetTestContainer',
      'editPullImage',
      'editTryFlag',
      'editUpdateGameNotice',
      'editUpdatePost'
    ]
  ],
  [
    [401, 403, 403, 403, 403, 404],
    [
      'editRemoveFile',
      'gameRemoveCannedAnswer',
      'adminDeletePage',
      'adminPage',
      'adminUpdatePage',
      'adminDeleteTeam',
      'adminDeleteTrash',
      'adminDeleteUser',
      'adminEraseUser',
      'adminRevokeServiceToken',
      'adminUserData',
      'adminDestroyInstance',
      'adminDownloadAllWriteups',
      'adminDrainEngine',
      'adminRemoveEngine',
      'adminEditParticipation',
      'adminExtendInstance',
      'adminInstance',
      'adminInstanceLogs',
      'adminInstanceTraffic',
      'adminParticipation',
      'adminResetPassword',
      'adminRestoreTrash',
      'adminTestEngine',
      'adminUpdateUserInfo',
      'adminUserInfo',
      'adminWriteups',
      'assetsDelete',
      'editDeleteGame',
      'editDeleteGameNotice',
      'editDeleteGameCategory',
      'editDeleteWebhook',
      'editRemoveGameStaff',
      'editRevokeGameToken',
      'editRevokeStaffInvitation',
      'editDeleteSeason',
      'editPutSeasonGame',
      'editSeason',
      'editRemoveSeasonGame',
      'editTakeExtraTime',
      'editStopRehearsal',
      'editMergeSuitcase',
      'editPreviewSuitcaseMerge',
      'editSuitcaseResults',
      'editReplaceWebhookSecret',
      'editReplayWebhookDelivery',
      'editTestWebhook',
      'editUpdateWebhook',
      'editWebhookDeliveries',
      'editDeleteGameWriteUps',
      'editDeletePost',
      'editDestroyTestContainer',
      'editResumeGame',
      'editUnblockGameChallenge',
      'editGameChallengeVersion',
      'editCancelGameCeremony',
      'editGameCeremony',
      'editGameCorrection',
      'editGameCorrectionDraft',
      'editWithdrawGameCorrection',
      'editPreviewUndoGameCorrection',
      'editRemoveFlag',
      'editRemoveGameChallenge',
      'editRestoreGameChallengeVersion'
    ]
  ],
  [
    [401, 403, 403, 403, 403, 415],
    [
      'editAddFiles',
      'adminUpdateLogo',
      'assetsUpload',
      'editImportGame',
      'editPushGameChallenges',
      'editReceiveSuitcaseResults',
      'editUpdateGamePoster'
    ]
  ],
  [
    [401, 403, 403, 403, 404, 404],
    [
      'gameCase',
      'gameCaseExport',
      'gameCloseCase',
      'gameQueuedTicket',
      'gameGetAllChallengeTraffic',
      'gameGetAllTeamTraffic',
      'gameGetChallengeTraffic',
      'gameGetTeamTraffic',
      'gameGetTeamTrafficAll'
    ]
  ],
  [[401, 403, 403, 403, 200, 200], ['gameGetChallengesWithTrafficCapturing']],
  [[403, 403, 403, 403, 403, 200], ['gameLedger']],
  [
    [403, 403, 403, 403, 403, 403],
    ['gameSolution', 'gameSolutions']
  ],
  [
    [403, 403, 403, 403, 200, 200],
    ['gameStatistics', 'gameStatisticsCsv', 'gameStatisticsXlsx']
  ],
  [
    [401, 403, 404, 404, 404, 404],
    ['gameReceipt', 'teamWithdrawRequest']
  ],
  [
    [401, 403, 400, 404, 400, 400],
    ['gameBuyHint', 'gameCloseTicket', 'gameTicket']
  ],
  [
    [401, 403, 403, 403, 403, 404],
    ['gameDeleteAllTeamTraffic', 'gameDeleteTeamTraffic', 'gamePreviewCaseDecision']
  ],
  [
    [401, 403, 404, 404, 404, 404],
    ['accountRemovePush', 'accountRevokeToken', 'gameJoinGame', 'gameStatus']
  ],
  [
    [401, 403, 415, 415, 415, 415],
    ['accountAvatar', 'gameSubmitWriteup', 'teamAvatar']
  ],
  [
    [400, 400, 400, 400, 400, 400],
    ['proxyProxyForInstance', 'proxyProxyForNoInstance']
  ],
  [
    [401, 403, 400, 400, 400, 400],
    ['gameCreateContainer', 'gameExtendContainerLifetime', 'gameGetContainer']
  ],
  [[401, 403, 404, 404, 404, 404], ['gameDeleteContainer']],
  [
    [404, 404, 404, 404, 404, 404],
    [
      'assetsGetFile',
      'gameScoreboardTeam',
      'infoGetPost',
      'infoPage',
      'season',
      'seasonCsv',
      'staffInvitation'
    ]
  ]
]

export const EXPECTED: Record<string, number[]> = Object.fromEntries(
  TABLE.flatMap(([statuses, operations]) => operations.map((id) => [id, statuses]))
)
