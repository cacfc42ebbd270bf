// Written by npm run api.

export type paths = {
  "/api/account/register": {
    parameters: {
    };
    /** Sign up */
    post: operations["accountRegister"];
  };
  "/api/account/login": {
    parameters: {
    };
    /** Sign in */
    post: operations["accountLogIn"];
  };
  "/api/account/logout": {
    parameters: {
    };
    /** Sign out */
    post: operations["accountLogOut"];
  };
  "/api/account/verify": {
    parameters: {
    };
    /** Confirm the mail address and sign in */
    post: operations["accountVerify"];
  };
  "/api/account/recovery": {
    parameters: {
    };
    /** Ask for a password reset mail */
    post: operations["accountRecovery"];
  };
  "/api/account/passwordreset": {
    parameters: {
    };
    /** Set a new password with a mail token */
    post: operations["accountPasswordReset"];
  };
  "/api/account/changepassword": {
    parameters: {
    };
    /** Change own password */
    put: operations["accountChangePassword"];
  };
  "/api/account/changeemail": {
    parameters: {
    };
    /** Ask to change own mail */
    put: operations["accountChangeEmail"];
  };
  "/api/account/mailchangeconfirm": {
    parameters: {
    };
    /** Confirm a mail change */
    post: operations["accountMailChangeConfirm"];
  };
  "/api/account/profile": {
    parameters: {
    };
    /** Own profile */
    get: operations["accountProfile"];
  };
  "/api/account/data": {
    parameters: {
    };
    /** All that is stored of oneself, for a login that was confirmed */
    get: operations["accountData"];
  };
  "/api/account/avatar": {
    parameters: {
    };
    /** Upload own avatar */
    put: operations["accountAvatar"];
  };
  "/api/account/update": {
    parameters: {
    };
    /** Change own profile */
    put: operations["accountUpdate"];
  };
  "/api/admin/instances": {
    parameters: {
    };
    /** List game containers */
    get: operations["adminInstances"];
  };
  "/api/admin/instances/usage": {
    parameters: {
    };
    /** Measure what up to 60 instances use now */
    get: operations["adminInstanceUsage"];
  };
  "/api/admin/instances/{id}": {
    parameters: {
    };
    /** Read everything about an instance */
    get: operations["adminInstance"];
    /** Destroy a container */
    delete: operations["adminDestroyInstance"];
  };
  "/api/admin/instances/{id}/logs": {
    parameters: {
    };
    /** Read the newest lines an instance has written, flags masked */
    get: operations["adminInstanceLogs"];
  };
  "/api/admin/instances/{id}/traffic": {
    parameters: {
    };
    /** Connections and bytes of an instance, as far as they pass through the platform; null while nobody knows */
    get: operations["adminInstanceTraffic"];
  };
  "/api/admin/instances/{id}/extend": {
    parameters: {
    };
    /** Move the end of a ready instance by some minutes */
    post: operations["adminExtendInstance"];
  };
  "/api/admin/engines": {
    parameters: {
    };
    /** List container engines */
    get: operations["adminEngines"];
    /** Add a container engine; a jobs process connects to it, and tests it */
    post: operations["adminAddEngine"];
  };
  "/api/admin/engines/{id}": {
    parameters: {
    };
    /** Change an engine that was added here; without keys the stored ones are kept */
    put: operations["adminUpdateEngine"];
    /** Remove an engine that holds nothing; with lost=true also one that is down, whose instances end as lost */
    delete: operations["adminRemoveEngine"];
  };
  "/api/admin/engines/{id}/selftest": {
    parameters: {
    };
    /** Have the self-test of an engine run now; its result is in the list */
    post: operations["adminTestEngine"];
  };
  "/api/admin/engines/{id}/drain": {
    parameters: {
    };
    /** Let no new instance start on an engine, or let them start again */
    post: operations["adminDrainEngine"];
  };
  "/api/admin/files": {
    parameters: {
    };
    /** List stored files */
    get: operations["adminFiles"];
  };
  "/api/admin/logs": {
    parameters: {
    };
    /** Read the log */
    get: operations["adminLogs"];
  };
  "/api/admin/plugins": {
    parameters: {
    };
    /** List plug-ins with their last error */
    get: operations["adminPlugins"];
  };
  "/api/admin/writeups/{id}": {
    parameters: {
    };
    /** List writeups of a game */
    get: operations["adminWriteups"];
  };
  "/api/admin/writeups/{id}/all": {
    parameters: {
    };
    /** Download all writeups */
    get: operations["adminDownloadAllWriteups"];
  };
  "/api/admin/writeups/{id}/{partId}": {
    parameters: {
    };
    /** Choose a writeup for everybody to read once the game is over */
    put: operations["adminPublishWriteup"];
  };
  "/api/admin/config": {
    parameters: {
    };
    /** Read all settings */
    get: operations["adminGetConfigs"];
    /** Change settings */
    put: operations["adminUpdateConfigs"];
  };
  "/api/admin/config/logo": {
    parameters: {
    };
    /** Upload the logo */
    post: operations["adminUpdateLogo"];
    /** Remove the logo */
    delete: operations["adminResetLogo"];
  };
  "/api/admin/participation/{id}": {
    parameters: {
    };
    /** Change status or division of a registration */
    put: operations["adminEditParticipation"];
  };
  "/api/admin/participation/{id}/{status}": {
    parameters: {
    };
    /** Set a registration status */
    put: operations["adminParticipation"];
  };
  "/api/admin/teams": {
    parameters: {
    };
    /** List teams */
    get: operations["adminTeams"];
  };
  "/api/admin/teams/search": {
    parameters: {
    };
    /** Search teams */
    post: operations["adminSearchTeams"];
  };
  "/api/admin/teams/{id}": {
    parameters: {
    };
    /** Change a team */
    put: operations["adminUpdateTeam"];
    /** Delete a team */
    delete: operations["adminDeleteTeam"];
  };
  "/api/admin/trash": {
    parameters: {
    };
    /** List what was deleted in the last 30 days */
    get: operations["adminTrash"];
  };
  "/api/admin/trash/{id}": {
    parameters: {
    };
    /** Delete an entry of the trash for good */
    delete: operations["adminDeleteTrash"];
  };
  "/api/admin/trash/{id}/restore": {
    parameters: {
    };
    /** Restore an entry of the trash */
    post: operations["adminRestoreTrash"];
  };
  "/api/admin/users": {
    parameters: {
    };
    /** List users */
    get: operations["adminUsers"];
    /** Create or overwrite users in bulk */
    post: operations["adminAddUsers"];
  };
  "/api/admin/users/search": {
    parameters: {
    };
    /** Search users */
    post: operations["adminSearchUsers"];
  };
  "/api/admin/users/{userid}": {
    parameters: {
    };
    /** Read a user */
    get: operations["adminUserInfo"];
    /** Change a user */
    put: operations["adminUpdateUserInfo"];
    /** Delete a user */
    delete: operations["adminDeleteUser"];
  };
  "/api/admin/users/{userid}/data": {
    parameters: {
    };
    /** All that is stored of a person, for a login that was confirmed */
    get: operations["adminUserData"];
  };
  "/api/admin/users/{userid}/erase": {
    parameters: {
    };
    /** Take a person out of an account; what the teams did stays under a neutral name */
    post: operations["adminEraseUser"];
  };
  "/api/admin/users/{userid}/password": {
    parameters: {
    };
    /** Reset a password */
    delete: operations["adminResetPassword"];
  };
  "/api/admin/appearance": {
    parameters: {
    };
    /** Colours, texts and own CSS of the platform */
    get: operations["adminAppearance"];
    /** Change colours, texts and own CSS of the platform; what is absent stays */
    put: operations["adminUpdateAppearance"];
  };
  "/api/edit/games/{id}/awards": {
    parameters: {
    };
    /** Sums of the points that services gave, by challenge and team */
    get: operations["editGameAwards"];
    /** Give points to teams, once for each key: for a King of the Hill */
    post: operations["editGiveGameAwards"];
  };
  "/api/game/games/{id}/captures": {
    parameters: {
    };
    /** Challenges with capture on */
    get: operations["gameGetChallengesWithTrafficCapturing"];
  };
  "/api/game/captures/{challengeId}": {
    parameters: {
    };
    /** Teams with captures */
    get: operations["gameGetChallengeTraffic"];
  };
  "/api/game/captures/{challengeId}/all": {
    parameters: {
    };
    /** Download all captures of a challenge (not in the contract) */
    get: operations["gameGetAllChallengeTraffic"];
  };
  "/api/game/captures/{challengeId}/{partId}": {
    parameters: {
    };
    /** Capture files of a team */
    get: operations["gameGetTeamTrafficAll"];
  };
  "/api/game/captures/{challengeId}/{partId}/all": {
    parameters: {
    };
    /** Download all captures of a team */
    get: operations["gameGetAllTeamTraffic"];
    /** Delete all captures of a team */
    delete: operations["gameDeleteAllTeamTraffic"];
  };
  "/api/game/captures/{challengeId}/{partId}/{filename}": {
    parameters: {
    };
    /** Download a capture */
    get: operations["gameGetTeamTraffic"];
    /** Delete a capture */
    delete: operations["gameDeleteTeamTraffic"];
  };
  "/api/game/{id}/cases": {
    parameters: {
    };
    /** List the cases of a game */
    get: operations["gameCases"];
    /** Open a case about teams of a game */
    post: operations["gameOpenCase"];
  };
  "/api/game/{id}/cases/{number}": {
    parameters: {
    };
    /** Read a case */
    get: operations["gameCase"];
  };
  "/api/game/{id}/cases/{number}/export": {
    parameters: {
    };
    /** Export a case with evidence, notes, decisions and appeals */
    get: operations["gameCaseExport"];
  };
  "/api/game/{id}/cases/{number}/evidence": {
    parameters: {
    };
    /** Keep submissions, matches or events as evidence of a case */
    post: operations["gameAddCaseEvidence"];
  };
  "/api/game/{id}/cases/{number}/notes": {
    parameters: {
    };
    /** Add a note for staff to a case */
    post: operations["gameAddCaseNote"];
  };
  "/api/game/{id}/cases/{number}/assignee": {
    parameters: {
    };
    /** Give a case to somebody of the staff, or to nobody */
    put: operations["gameAssignCase"];
  };
  "/api/game/{id}/cases/{number}/close": {
    parameters: {
    };
    /** Close a case that is decided */
    post: operations["gameCloseCase"];
  };
  "/api/game/{id}/cases/{number}/decision": {
    parameters: {
    };
    /** Say what the proposed decision would do to the results; null for nothing */
    get: operations["gamePreviewCaseDecision"];
    /** Confirm or reject the proposed decision as a second person */
    put: operations["gameAnswerCaseDecision"];
    /** Propose a decision about a case */
    post: operations["gameProposeCaseDecision"];
  };
  "/api/game/{id}/cases/{number}/undo": {
    parameters: {
    };
    /** Undo the decision about a case with its consequences */
    post: operations["gameUndoCaseDecision"];
  };
  "/api/game/{id}/cases/{number}/appeals/{participationId}": {
    parameters: {
    };
    /** Answer the appeal of a team */
    put: operations["gameAnswerCaseAppeal"];
  };
  "/api/game/{id}/decisions": {
    parameters: {
    };
    /** List the decisions about the caller’s team */
    get: operations["gameTeamDecisions"];
  };
  "/api/game/{id}/decisions/{number}/appeal": {
    parameters: {
    };
    /** Appeal against a decision about the caller’s team */
    post: operations["gameAppealDecision"];
  };
  "/api/edit/games/{id}/corrections": {
    parameters: {
    };
    /** List how the results of a game were corrected */
    get: operations["editGameCorrections"];
    /** Show the corrections of a game to everybody, or to staff only */
    put: operations["editGameCorrectionVisibility"];
    /** Correct the results of a game */
    post: operations["editApplyGameCorrection"];
  };
  "/api/edit/games/{id}/corrections/preview": {
    parameters: {
    };
    /** Say what a correction would do */
    post: operations["editPreviewGameCorrection"];
  };
  "/api/edit/games/{id}/corrections/second": {
    parameters: {
    };
    /** Say whether corrections that move the first ten need a second person */
    put: operations["editGameCorrectionSecond"];
  };
  "/api/edit/games/{id}/corrections/drafts": {
    parameters: {
    };
    /** List corrections that are not applied yet, or what became of them */
    get: operations["editGameCorrectionDrafts"];
    /** Keep a correction as a draft, for a second person or for later */
    post: operations["editDraftGameCorrection"];
  };
  "/api/edit/games/{id}/corrections/drafts/{draftId}": {
    parameters: {
    };
    /** Read a draft and what it would do now */
    get: operations["editGameCorrectionDraft"];
    /** Take an own draft back */
    delete: operations["editWithdrawGameCorrection"];
  };
  "/api/edit/games/{id}/corrections/drafts/{draftId}/confirm": {
    parameters: {
    };
    /** Apply a draft, exactly as its preview said */
    post: operations["editConfirmGameCorrection"];
  };
  "/api/edit/games/{id}/corrections/drafts/{draftId}/decline": {
    parameters: {
    };
    /** Refuse a draft of somebody else */
    post: operations["editDeclineGameCorrection"];
  };
  "/api/edit/games/{id}/corrections/{number}": {
    parameters: {
    };
    /** Read a correction */
    get: operations["editGameCorrection"];
  };
  "/api/edit/games/{id}/corrections/{number}/undo": {
    parameters: {
    };
    /** Say what undoing a correction would do */
    get: operations["editPreviewUndoGameCorrection"];
    /** Undo a correction */
    post: operations["editUndoGameCorrection"];
  };
  "/api/game/{id}/corrections": {
    parameters: {
    };
    /** List how the results of a game were corrected, where the organiser shows it */
    get: operations["gameCorrections"];
  };
  "/api/edit/games/{id}/categories": {
    parameters: {
    };
    /** Categories of the game’s own */
    get: operations["editGetGameCategories"];
    /** Add a category to the game; answers with all of them */
    post: operations["editAddGameCategory"];
  };
  "/api/edit/games/{id}/categories/{categoryId}": {
    parameters: {
    };
    /** Change a category of the game; answers with all of them */
    put: operations["editChangeGameCategory"];
    /** Delete a category that no challenge is in; answers with the others */
    delete: operations["editDeleteGameCategory"];
  };
  "/api/edit/games/{id}/challenges": {
    parameters: {
    };
    /** Challenges for editors */
    get: operations["editGetGameChallenges"];
    /** Create a challenge */
    post: operations["editAddGameChallenge"];
  };
  "/api/edit/games/{id}/challenges/updateaccepted": {
    parameters: {
    };
    /** Recount solves of all challenges */
    post: operations["editUpdateGameChallengesAcceptedCount"];
  };
  "/api/edit/games/{id}/challenges/push": {
    parameters: {
    };
    /** Bring the challenges of a game to what folders say */
    post: operations["editPushGameChallenges"];
  };
  "/api/edit/games/{id}/challenges/{cId}/attempts": {
    parameters: {
    };
    /** Give a team its attempts back */
    post: operations["editResetGameChallengeAttempts"];
  };
  "/api/edit/games/{id}/challenges/{cId}/block": {
    parameters: {
    };
    /** Have a challenge take no flags, or for another reason */
    put: operations["editBlockGameChallenge"];
    /** Have it take flags again */
    delete: operations["editUnblockGameChallenge"];
  };
  "/api/edit/games/{id}/challenges/{cId}": {
    parameters: {
    };
    /** Read a challenge for editors */
    get: operations["editGetGameChallenge"];
    /** Change a challenge */
    put: operations["editUpdateGameChallenge"];
    /** Delete a challenge */
    delete: operations["editRemoveGameChallenge"];
  };
  "/api/edit/games/{id}/challenges/{cId}/attachment": {
    parameters: {
    };
    /** Set the shared attachment */
    post: operations["editUpdateAttachment"];
  };
  "/api/edit/games/{id}/challenges/{cId}/files": {
    parameters: {
    };
    /** Put the files into an order and name them */
    put: operations["editArrangeFiles"];
    /** Add files for all players, at the end */
    post: operations["editAddFiles"];
  };
  "/api/edit/games/{id}/challenges/{cId}/files/remote": {
    parameters: {
    };
    /** Add the address of a file, at the end */
    post: operations["editAddRemoteFile"];
  };
  "/api/edit/games/{id}/challenges/{cId}/files/{fileId}": {
    parameters: {
    };
    /** Remove a file for all players */
    delete: operations["editRemoveFile"];
  };
  "/api/edit/games/{id}/challenges/{cId}/container": {
    parameters: {
    };
    /** How the newest test container stands */
    get: operations["editGetTestContainer"];
    /** Start a test container */
    post: operations["editCreateTestContainer"];
    /** Stop the test container */
    delete: operations["editDestroyTestContainer"];
  };
  "/api/edit/games/{id}/challenges/{cId}/preview": {
    parameters: {
    };
    /** Read a challenge as its players will */
    get: operations["editGetPreview"];
    /** Try a flag without submitting it */
    post: operations["editTryFlag"];
  };
  "/api/edit/games/{id}/challenges/{cId}/image": {
    parameters: {
    };
    /** How far the images of a challenge are on every engine */
    get: operations["editGetImage"];
  };
  "/api/edit/games/{id}/challenges/{cId}/image/pull": {
    parameters: {
    };
    /** Look up the images of a challenge again and fetch what they lead to now */
    post: operations["editPullImage"];
  };
  "/api/edit/games/{id}/challenges/{cId}/flags": {
    parameters: {
    };
    /** Add flags */
    post: operations["editAddFlags"];
  };
  "/api/edit/games/{id}/challenges/{cId}/flags/{fId}": {
    parameters: {
    };
    /** Remove a flag */
    delete: operations["editRemoveFlag"];
  };
  "/api/edit/games": {
    parameters: {
    };
    /** Games for editors */
    get: operations["editGetGames"];
    /** Create a game */
    post: operations["editAddGame"];
  };
  "/api/edit/games/import": {
    parameters: {
    };
    /** Import a game or challenge folders */
    post: operations["editImportGame"];
  };
  "/api/edit/games/{id}": {
    parameters: {
    };
    /** Read a game for editors */
    get: operations["editGetGame"];
    /** Change a game */
    put: operations["editUpdateGame"];
    /** Delete a game */
    delete: operations["editDeleteGame"];
  };
  "/api/edit/games/{id}/pause": {
    parameters: {
    };
    /** Pause a running game until a moment, or give its pause another end */
    put: operations["editPauseGame"];
    /** Go on with a paused game at once */
    delete: operations["editResumeGame"];
  };
  "/api/edit/games/{id}/freeze": {
    parameters: {
    };
    /** Have the public board of a game stand still from a moment on, or no longer */
    put: operations["editFreezeGame"];
  };
  "/api/edit/games/{id}/reveal": {
    parameters: {
    };
    /** Show what a frozen board held back */
    post: operations["editRevealGame"];
  };
  "/api/edit/games/{id}/ceremony": {
    parameters: {
    };
    /** What the reveal of a game shows, and what it shows next */
    get: operations["editGameCeremony"];
    /** Open or seal the next cell of a reveal */
    put: operations["editStepGameCeremony"];
    /** Begin to reveal a frozen board step by step */
    post: operations["editStartGameCeremony"];
    /** End a reveal; the board stays frozen */
    delete: operations["editCancelGameCeremony"];
  };
  "/api/edit/games/{id}/copy": {
    parameters: {
    };
    /** Make a game like another, with its challenges, flags and files */
    post: operations["editCopyGame"];
  };
  "/api/edit/games/{id}/export": {
    parameters: {
    };
    /** Export a game with its challenges, flags and files */
    get: operations["editExportGame"];
  };
  "/api/edit/games/{id}/poster": {
    parameters: {
    };
    /** Upload the game poster */
    put: operations["editUpdateGamePoster"];
  };
  "/api/edit/games/{id}/hashsalt": {
    parameters: {
    };
    /** Read the team hash salt */
    get: operations["editGetHashSalt"];
  };
  "/api/edit/games/{id}/notices": {
    parameters: {
    };
    /** List editable notices */
    get: operations["editGetGameNotices"];
    /** Publish a notice */
    post: operations["editAddGameNotice"];
  };
  "/api/edit/games/{id}/notices/{noticeId}": {
    parameters: {
    };
    /** Change a notice */
    put: operations["editUpdateGameNotice"];
    /** Delete a notice */
    delete: operations["editDeleteGameNotice"];
  };
  "/api/edit/games/{id}/writeups": {
    parameters: {
    };
    /** Delete all writeups of a game */
    delete: operations["editDeleteGameWriteUps"];
  };
  "/api/edit/games/{id}/challenges/{cId}/versions": {
    parameters: {
    };
    /** List the versions of a challenge */
    get: operations["editGameChallengeVersions"];
  };
  "/api/edit/games/{id}/challenges/{cId}/versions/{number}": {
    parameters: {
    };
    /** Read a version of a challenge */
    get: operations["editGameChallengeVersion"];
  };
  "/api/edit/games/{id}/challenges/{cId}/versions/{number}/restore": {
    parameters: {
    };
    /** Write a version of a challenge again */
    post: operations["editRestoreGameChallengeVersion"];
  };
  "/api/edit/games/{id}/everything": {
    parameters: {
    };
    /** All that is stored of an event as one ZIP, for a login that was confirmed */
    get: operations["editGameEverything"];
  };
  "/api/edit/games/{id}/extratime": {
    parameters: {
    };
    /** List the teams of a game that have extra time */
    get: operations["editGameExtraTimes"];
  };
  "/api/edit/games/{id}/extratime/{participationId}": {
    parameters: {
    };
    /** Give one team of a game extra time, which only the team and staff know of */
    put: operations["editGiveExtraTime"];
    /** Take the extra time of a team away */
    delete: operations["editTakeExtraTime"];
  };
  "/api/account/factor/code": {
    parameters: {
    };
    /** Finish a login with a code of an app or a recovery code */
    post: operations["accountFinishLogin"];
  };
  "/api/account/factor/passkey/options": {
    parameters: {
    };
    /** What the browser has to ask a passkey; the cookie of the answer goes with it */
    post: operations["accountPasskeyOptions"];
  };
  "/api/account/factor/passkey/use": {
    parameters: {
    };
    /** Log in, finish a login or confirm the owner with a passkey */
    post: operations["accountUsePasskey"];
  };
  "/api/account/factor/passkey": {
    parameters: {
    };
    /** Add a passkey to the account */
    post: operations["accountAddPasskey"];
  };
  "/api/game/{id}/feedback": {
    parameters: {
    };
    /** What members said about the challenges that they solved, for staff */
    get: operations["gameFeedback"];
  };
  "/api/game/{id}/feedback/csv": {
    parameters: {
    };
    /** What members said about the challenges that they solved, as CSV */
    get: operations["gameFeedbackCsv"];
  };
  "/api/game/{id}/feedback/{challengeId}": {
    parameters: {
    };
    /** Rate a challenge that the own team solved, or change the own rating */
    put: operations["gameGiveFeedback"];
  };
  "/api/assets": {
    parameters: {
    };
    /** Upload files */
    post: operations["assetsUpload"];
  };
  "/api/assets/{hash}": {
    parameters: {
    };
    /** Delete a stored file */
    delete: operations["assetsDelete"];
  };
  "/assets/{hash}/{filename}": {
    parameters: {
    };
    /** Download a stored file */
    get: operations["assetsGetFile"];
  };
  "/favicon.webp": {
    parameters: {
    };
    /** Site icon */
    get: operations["systemFavicon"];
  };
  "/api/game/{id}/follows": {
    parameters: {
    };
    /** Teams that the caller follows */
    get: operations["gameFollows"];
    /** Follow these teams and no others */
    put: operations["gameFollow"];
  };
  "/api/edit/games/{id}/staff": {
    parameters: {
    };
    /** List who has a role in a game */
    get: operations["editGameStaff"];
    /** Give an account a role in a game, by its user name or address */
    post: operations["editAddGameStaff"];
  };
  "/api/edit/games/{id}/staff/invitations": {
    parameters: {
    };
    /** Open invitations to the staff of a game */
    get: operations["editStaffInvitations"];
    /** Invite somebody to a role in a game; only this answer holds the code */
    post: operations["editInviteStaff"];
  };
  "/api/edit/games/{id}/staff/invitations/{invitationId}": {
    parameters: {
    };
    /** Revoke an invitation to the staff of a game */
    delete: operations["editRevokeStaffInvitation"];
  };
  "/api/edit/games/{id}/staff/takeover": {
    parameters: {
    };
    /** Give everybody with a role in another game the same role in this one */
    post: operations["editTakeOverStaff"];
  };
  "/api/edit/games/{id}/staff/{userId}": {
    parameters: {
    };
    /** Give somebody another role in a game */
    put: operations["editChangeGameStaff"];
    /** Take the role in a game from somebody */
    delete: operations["editRemoveGameStaff"];
  };
  "/api/edit/games/{id}/tokens": {
    parameters: {
    };
    /** Service tokens that have a role in a game */
    get: operations["editGameTokens"];
    /** Make a service token with a role in a game; only this answer holds it */
    post: operations["editCreateGameToken"];
  };
  "/api/edit/games/{id}/tokens/{tokenId}": {
    parameters: {
    };
    /** Revoke a service token of a game */
    delete: operations["editRevokeGameToken"];
  };
  "/api/game": {
    parameters: {
    };
    /** Newest games */
    get: operations["gameGamesAll"];
  };
  "/api/game/{id}/solo": {
    parameters: {
    };
    /** Register for a game alone, with a team of one */
    post: operations["gameJoinAlone"];
  };
  "/api/game/{id}": {
    parameters: {
    };
    /** Read a game */
    get: operations["gameGames"];
    /** Register for a game */
    post: operations["gameJoinGame"];
    /** Withdraw own registration */
    delete: operations["gameLeaveGame"];
  };
  "/api/game/{id}/details": {
    parameters: {
    };
    /** Challenges and own rank */
    get: operations["gameChallengesWithTeamInfo"];
  };
  "/api/game/{id}/ceremony": {
    parameters: {
    };
    /** What the reveal of a frozen board has shown; null while there is none */
    get: operations["gameCeremony"];
  };
  "/api/game/{id}/notices": {
    parameters: {
    };
    /** Notices */
    get: operations["gameNotices"];
  };
  "/api/game/{id}/statistics": {
    parameters: {
    };
    /** A game in figures */
    get: operations["gameStatistics"];
  };
  "/api/game/{id}/statistics/csv": {
    parameters: {
    };
    /** The challenges of a game in figures, as CSV */
    get: operations["gameStatisticsCsv"];
  };
  "/api/game/{id}/statistics/xlsx": {
    parameters: {
    };
    /** The challenges of a game in figures, as a workbook */
    get: operations["gameStatisticsXlsx"];
  };
  "/api/game/{id}/ledger": {
    parameters: {
    };
    /** Ledger of an ended game, to verify its results */
    get: operations["gameLedger"];
  };
  "/api/game/{id}/ledger/checkpoints": {
    parameters: {
    };
    /** Signed ends of the ledger of a game */
    get: operations["gameLedgerCheckpoints"];
  };
  "/api/game/{id}/ctftime": {
    parameters: {
    };
    /** Scoreboard as CTFtime reads it */
    get: operations["gameCtftime"];
  };
  "/api/game/{id}/events": {
    parameters: {
    };
    /** Events */
    get: operations["gameEvents"];
  };
  "/api/game/{id}/submissions": {
    parameters: {
    };
    /** Submissions */
    get: operations["gameSubmissions"];
  };
  "/api/game/{id}/cheatinfo": {
    parameters: {
    };
    /** Cheat records */
    get: operations["gameCheatInfo"];
  };
  "/api/game/{id}/scoreboardsheet": {
    parameters: {
    };
    /** Download the board as XLSX, CSV or JSON */
    get: operations["gameScoreboardSheet"];
  };
  "/api/game/{id}/submissionsheet": {
    parameters: {
    };
    /** Download all submissions as XLSX, CSV or JSON */
    get: operations["gameSubmissionSheet"];
  };
  "/api/game/{id}/participations": {
    parameters: {
    };
    /** Registrations of a game */
    get: operations["gameParticipations"];
  };
  "/api/game/{id}/writeup": {
    parameters: {
    };
    /** Own writeup state */
    get: operations["gameGetWriteup"];
    /** Upload the writeup */
    post: operations["gameSubmitWriteup"];
  };
  "/api/game/{id}/writeup/consent": {
    parameters: {
    };
    /** Let everybody read the writeup once the game is over, as captain */
    put: operations["gameWriteupConsent"];
  };
  "/api/admin/pages": {
    parameters: {
    };
    /** Own pages, drafts too */
    get: operations["adminPages"];
    /** Create an own page */
    post: operations["adminAddPage"];
  };
  "/api/admin/pages/{address}": {
    parameters: {
    };
    /** An own page in all languages */
    get: operations["adminPage"];
    /** Change an own page; what is absent stays */
    put: operations["adminUpdatePage"];
    /** Delete an own page */
    delete: operations["adminDeletePage"];
  };
  "/api/pages": {
    parameters: {
    };
    /** Published own pages, in their order */
    get: operations["infoPages"];
  };
  "/api/pages/{address}": {
    parameters: {
    };
    /** Read an own page */
    get: operations["infoPage"];
  };
  "/api/game/{id}/challenges/{challengeId}": {
    parameters: {
    };
    /** Read a challenge */
    get: operations["gameGetChallenge"];
    /** Submit a flag */
    post: operations["gameSubmit"];
  };
  "/api/game/{id}/container/{challengeId}": {
    parameters: {
    };
    /** How the own instance stands */
    get: operations["gameGetContainer"];
    /** Start an own instance */
    post: operations["gameCreateContainer"];
    /** Stop the own instance */
    delete: operations["gameDeleteContainer"];
  };
  "/api/game/{id}/container/{challengeId}/extend": {
    parameters: {
    };
    /** Let the own instance live longer */
    post: operations["gameExtendContainerLifetime"];
  };
  "/api/game/{id}/challenges/{challengeId}/tries": {
    parameters: {
    };
    /** Own flags for a challenge */
    get: operations["gameTries"];
  };
  "/api/game/{id}/challenges/{challengeId}/solvers": {
    parameters: {
    };
    /** Who solved a challenge */
    get: operations["gameSolvers"];
  };
  "/api/game/{id}/challenges/{challengeId}/hints/{hintId}": {
    parameters: {
    };
    /** Buy a hint for the own team, once */
    post: operations["gameBuyHint"];
  };
  "/api/game/{id}/challenges/{challengeId}/receipt": {
    parameters: {
    };
    /** Where the own solve stands in the ledger */
    get: operations["gameReceipt"];
  };
  "/api/game/{id}/challenges/{challengeId}/status/{submitId}": {
    parameters: {
    };
    /** Poll a verdict */
    get: operations["gameStatus"];
  };
  "/api/edit/posts": {
    parameters: {
    };
    /** Create a post */
    post: operations["editAddPost"];
  };
  "/api/edit/posts/{id}": {
    parameters: {
    };
    /** Change a post */
    put: operations["editUpdatePost"];
    /** Delete a post */
    delete: operations["editDeletePost"];
  };
  "/api/posts": {
    parameters: {
    };
    /** All posts */
    get: operations["infoGetPosts"];
  };
  "/api/posts/latest": {
    parameters: {
    };
    /** Newest posts */
    get: operations["infoGetLatestPosts"];
  };
  "/api/posts/{id}": {
    parameters: {
    };
    /** Read a post */
    get: operations["infoGetPost"];
  };
  "/api/account/push": {
    parameters: {
    };
    /** Own devices that get news, and the key of this platform */
    get: operations["accountPush"];
    /** Send news to this browser */
    post: operations["accountAddPush"];
  };
  "/api/account/push/{id}": {
    parameters: {
    };
    /** Send no more news to a device */
    delete: operations["accountRemovePush"];
  };
  "/api/game/{id}/answers": {
    parameters: {
    };
    /** What the game asks at sign-up, and own answers */
    get: operations["gameAnswers"];
    /** Change own answers, and those of the team */
    put: operations["gameChangeAnswers"];
  };
  "/api/game/{id}/participations/csv": {
    parameters: {
    };
    /** Players who signed up and what they answered, as CSV */
    get: operations["gameParticipationsCsv"];
  };
  "/api/edit/games/{id}/rehearsals": {
    parameters: {
    };
    /** The last dress rehearsals of a game, newest first */
    get: operations["editRehearsals"];
    /** Rehearse a game with teams that nobody sees; returns the one that runs, if there is one */
    post: operations["editStartRehearsal"];
    /** Stop the rehearsal of a game; what it found is kept */
    delete: operations["editStopRehearsal"];
  };
  "/api/game/{id}/scoreboard": {
    parameters: {
    };
    /** Scoreboard */
    get: operations["gameScoreboard"];
  };
  "/api/game/{id}/scoreboard/columns": {
    parameters: {
    };
    /** Scoreboard by columns */
    get: operations["gameScoreboardColumns"];
  };
  "/api/game/{id}/scoreboard/page": {
    parameters: {
    };
    /** Some teams of the scoreboard */
    get: operations["gameScoreboardPage"];
  };
  "/api/game/{id}/scoreboard/teams/{teamId}": {
    parameters: {
    };
    /** A team of the scoreboard and its ranks over time */
    get: operations["gameScoreboardTeam"];
  };
  "/api/edit/seasons": {
    parameters: {
    };
    /** Seasons, newest first */
    get: operations["editSeasons"];
    /** Create a season without games */
    post: operations["editAddSeason"];
  };
  "/api/edit/seasons/{id}": {
    parameters: {
    };
    /** A season with its rules and games, hidden ones too */
    get: operations["editSeason"];
    /** Change title and rules of a season */
    put: operations["editUpdateSeason"];
    /** Delete a season; its games stay */
    delete: operations["editDeleteSeason"];
  };
  "/api/edit/seasons/{id}/games/{gameId}": {
    parameters: {
    };
    /** Add a game to a season, or give it another weight */
    put: operations["editPutSeasonGame"];
    /** Take a game out of a season */
    delete: operations["editRemoveSeasonGame"];
  };
  "/api/season/{id}": {
    parameters: {
    };
    /** Standing of a season */
    get: operations["season"];
  };
  "/api/season/{id}/csv": {
    parameters: {
    };
    /** Standing of a season, as CSV */
    get: operations["seasonCsv"];
  };
  "/api/admin/tokens": {
    parameters: {
    };
    /** Service tokens of the platform and its games */
    get: operations["adminServiceTokens"];
    /** Make a service token; only this answer holds it */
    post: operations["adminCreateServiceToken"];
  };
  "/api/admin/tokens/{id}": {
    parameters: {
    };
    /** Revoke a service token */
    delete: operations["adminRevokeServiceToken"];
  };
  "/api/edit/games/{id}/site": {
    parameters: {
    };
    /** An ended game as a static site that needs no server */
    get: operations["editGameSite"];
  };
  "/api/game/{id}/solutions": {
    parameters: {
    };
    /** Challenges of a game that is over, with what is published about them */
    get: operations["gameSolutions"];
  };
  "/api/game/{id}/solutions/{challengeId}": {
    parameters: {
    };
    /** The solution of a challenge of a game that is over */
    get: operations["gameSolution"];
  };
  "/api/edit/games/{id}/checks": {
    parameters: {
    };
    /** List how the solve checks of a game stand */
    get: operations["editGameChecks"];
  };
  "/api/edit/games/{id}/challenges/{cId}/check": {
    parameters: {
    };
    /** Read the solve checks of a challenge */
    get: operations["editGetGameChallengeCheck"];
    /** Check that a challenge can be solved */
    post: operations["editCheckGameChallenge"];
  };
  "/api/game/{id}/checks": {
    parameters: {
    };
    /** How the solve checks of a game stand, flags masked, for staff */
    get: operations["gameChecks"];
  };
  "/api/staff/accept": {
    parameters: {
    };
    /** Accept an invitation to the staff of a game */
    post: operations["staffAccept"];
  };
  "/api/staff/invitations/{code}": {
    parameters: {
    };
    /** What an invitation to the staff of a game is for */
    get: operations["staffInvitation"];
  };
  "/api/edit/games/{id}/suitcases": {
    parameters: {
    };
    /** List what was packed of a game for machines without a network */
    get: operations["editGameSuitcases"];
    /** Check results of a suitcase, and keep them for a merge */
    post: operations["editReceiveSuitcaseResults"];
  };
  "/api/edit/games/{id}/suitcases/results": {
    parameters: {
    };
    /** The signed results of a game that came in a suitcase */
    get: operations["editSuitcaseResults"];
  };
  "/api/edit/games/{id}/suitcases/{suitcaseId}/preview": {
    parameters: {
    };
    /** Say what merging the results of a suitcase would do */
    post: operations["editPreviewSuitcaseMerge"];
  };
  "/api/edit/games/{id}/suitcases/{suitcaseId}/merge": {
    parameters: {
    };
    /** Merge the results of a suitcase into its game, as a correction */
    post: operations["editMergeSuitcase"];
  };
  "/api/team/listings": {
    parameters: {
    };
    /** Teams that take requests, newest listing first */
    get: operations["teamListings"];
  };
  "/api/team/{id}/listing": {
    parameters: {
    };
    /** Take requests from now on, as captain */
    put: operations["teamList"];
    /** Take no more requests, as captain */
    delete: operations["teamUnlist"];
  };
  "/api/team/seekers": {
    parameters: {
    };
    /** Players who look for a team, newest listing first */
    get: operations["teamSeekers"];
  };
  "/api/team/seeking": {
    parameters: {
    };
    /** List oneself as looking for a team, for 30 days */
    put: operations["teamSeek"];
    /** Take the own listing off */
    delete: operations["teamSeekNoMore"];
  };
  "/api/team/requests": {
    parameters: {
    };
    /** Own requests to teams, and their answers */
    get: operations["teamAsked"];
  };
  "/api/team/{id}/requests": {
    parameters: {
    };
    /** Requests that wait, as captain */
    get: operations["teamRequests"];
    /** Ask to join a team */
    post: operations["teamAsk"];
    /** Take the own request back, or close its answer */
    delete: operations["teamWithdrawRequest"];
  };
  "/api/team/{id}/requests/{userId}": {
    parameters: {
    };
    /** Take a player in or not, as captain */
    put: operations["teamAnswerRequest"];
  };
  "/api/team": {
    parameters: {
    };
    /** Own teams */
    get: operations["teamGetTeamsInfo"];
    /** Create a team */
    post: operations["teamCreateTeam"];
  };
  "/api/team/accept": {
    parameters: {
    };
    /** Join a team by invite code */
    post: operations["teamAccept"];
  };
  "/api/team/verify": {
    parameters: {
    };
    /** Check a team token */
    post: operations["teamVerifySignature"];
  };
  "/api/team/{id}": {
    parameters: {
    };
    /** Read a team */
    get: operations["teamGetBasicInfo"];
    /** Change a team */
    put: operations["teamUpdateTeam"];
    /** Disband a team */
    delete: operations["teamDeleteTeam"];
  };
  "/api/team/{id}/avatar": {
    parameters: {
    };
    /** Upload the team avatar */
    put: operations["teamAvatar"];
  };
  "/api/team/{id}/invite": {
    parameters: {
    };
    /** Read the invite code */
    get: operations["teamInviteCode"];
    /** Renew the invite code */
    put: operations["teamUpdateInviteToken"];
  };
  "/api/team/{id}/invitations": {
    parameters: {
    };
    /** Invitations that end, as captain */
    get: operations["teamInvitations"];
    /** Make an invitation that ends or works once; only this answer holds its code */
    post: operations["teamMakeInvitation"];
  };
  "/api/team/{id}/invitations/{invitationId}": {
    parameters: {
    };
    /** Revoke an invitation */
    delete: operations["teamRevokeInvitation"];
  };
  "/api/team/{id}/kick/{userId}": {
    parameters: {
    };
    /** Remove a member */
    post: operations["teamKickUser"];
  };
  "/api/team/{id}/leave": {
    parameters: {
    };
    /** Leave a team */
    post: operations["teamLeave"];
  };
  "/api/team/{id}/transfer": {
    parameters: {
    };
    /** Hand over captaincy */
    put: operations["teamTransfer"];
  };
  "/api/game/{id}/tickets": {
    parameters: {
    };
    /** List the tickets of the caller’s team */
    get: operations["gameTickets"];
    /** Ask the organisers about a challenge or the game */
    post: operations["gameOpenTicket"];
  };
  "/api/game/{id}/tickets/{ticketId}": {
    parameters: {
    };
    /** Read a ticket of the caller’s team; its messages are no longer unread then */
    get: operations["gameTicket"];
  };
  "/api/game/{id}/tickets/{ticketId}/messages": {
    parameters: {
    };
    /** Write to a ticket of the caller’s team */
    post: operations["gameWriteToTicket"];
  };
  "/api/game/{id}/tickets/{ticketId}/close": {
    parameters: {
    };
    /** Close a ticket of the caller’s team */
    post: operations["gameCloseTicket"];
  };
  "/api/game/{id}/tickets/queue": {
    parameters: {
    };
    /** List the tickets of a game, those that wait for an answer first */
    get: operations["gameTicketQueue"];
  };
  "/api/game/{id}/tickets/queue/{ticketId}": {
    parameters: {
    };
    /** Read a ticket of a team */
    get: operations["gameQueuedTicket"];
    /** Close a ticket, or open it again */
    put: operations["gameTurnTicket"];
  };
  "/api/game/{id}/tickets/queue/{ticketId}/messages": {
    parameters: {
    };
    /** Answer a ticket */
    post: operations["gameAnswerTicket"];
  };
  "/api/game/{id}/tickets/queue/{ticketId}/owner": {
    parameters: {
    };
    /** Take a ticket, give it to somebody of the staff, or release it */
    put: operations["gameOwnTicket"];
  };
  "/api/game/{id}/tickets/staff": {
    parameters: {
    };
    /** List who can have a ticket of the game */
    get: operations["gameTicketStaff"];
  };
  "/api/game/{id}/tickets/receivers": {
    parameters: {
    };
    /** Count the teams that a message would go to */
    get: operations["gameTicketReceivers"];
  };
  "/api/game/{id}/tickets/messages": {
    parameters: {
    };
    /** Send a message to a team, a division or all teams */
    post: operations["gameSendTicketMessage"];
  };
  "/api/game/{id}/tickets/answers": {
    parameters: {
    };
    /** List the canned answers of a game */
    get: operations["gameCannedAnswers"];
    /** Add a canned answer */
    post: operations["gameAddCannedAnswer"];
  };
  "/api/game/{id}/tickets/earlier": {
    parameters: {
    };
    /** Tickets of the game that this one was imported from, without teams and people */
    get: operations["gameEarlierTickets"];
  };
  "/api/game/{id}/tickets/answers/{answerId}": {
    parameters: {
    };
    /** Change a canned answer */
    put: operations["gameChangeCannedAnswer"];
    /** Delete a canned answer */
    delete: operations["gameRemoveCannedAnswer"];
  };
  "/api/account/tokens": {
    parameters: {
    };
    /** Own API tokens */
    get: operations["accountTokens"];
    /** Make an API token; only this answer holds it */
    post: operations["accountCreateToken"];
  };
  "/api/account/tokens/{id}": {
    parameters: {
    };
    /** Revoke an API token */
    delete: operations["accountRevokeToken"];
  };
  "/api/proxy/noinst/{id}": {
    parameters: {
    };
    /** TCP over WebSocket to a test instance */
    get: operations["proxyProxyForNoInstance"];
  };
  "/api/proxy/{id}": {
    parameters: {
    };
    /** TCP over WebSocket to an instance */
    get: operations["proxyProxyForInstance"];
  };
  "/api/game/{id}/watch": {
    parameters: {
    };
    /** Health, figures and matters of a game for staff */
    get: operations["gameWatch"];
  };
  "/api/game/{id}/signals": {
    parameters: {
    };
    /** What teams of a game have in common, for staff */
    get: operations["gameSignals"];
  };
  "/api/edit/games/{id}/webhooks": {
    parameters: {
    };
    /** List the webhooks of a game */
    get: operations["editWebhooks"];
    /** Add a webhook to a game; only this answer holds its secret */
    post: operations["editAddWebhook"];
  };
  "/api/edit/games/{id}/webhooks/{hookId}": {
    parameters: {
    };
    /** Change a webhook, or turn it on or off */
    put: operations["editUpdateWebhook"];
    /** Delete a webhook with what it still has to send */
    delete: operations["editDeleteWebhook"];
  };
  "/api/edit/games/{id}/webhooks/{hookId}/secret": {
    parameters: {
    };
    /** Replace the secret of a webhook; only this answer holds the new one */
    post: operations["editReplaceWebhookSecret"];
  };
  "/api/edit/games/{id}/webhooks/{hookId}/test": {
    parameters: {
    };
    /** Send a test message, of a kind if one is given, and read the answer */
    post: operations["editTestWebhook"];
  };
  "/api/edit/games/{id}/webhooks/{hookId}/deliveries": {
    parameters: {
    };
    /** List what a webhook sent and has to send, newest first */
    get: operations["editWebhookDeliveries"];
  };
  "/api/edit/games/{id}/webhooks/{hookId}/deliveries/{deliveryId}/replay": {
    parameters: {
    };
    /** Send a message again under the same id */
    post: operations["editReplayWebhookDelivery"];
  };
  "/api/edit/games/{id}/whatif": {
    parameters: {
    };
    /** Compare the board of a game with the same board under other rules */
    get: operations["editGameWhatIf"];
  };
  "/api/game/{id}/workspace": {
    parameters: {
    };
    /** Who of the own team works on what, and what it noted */
    get: operations["gameWorkspace"];
  };
  "/api/game/{id}/workspace/claims": {
    parameters: {
    };
    /** Who of the own team works on what, by id of the challenge */
    get: operations["gameClaims"];
  };
  "/api/game/{id}/workspace/{challengeId}/claim": {
    parameters: {
    };
    /** Tell the own team that the caller works on a challenge, or no longer does */
    put: operations["gameClaimChallenge"];
  };
  "/api/game/{id}/workspace/{challengeId}/note": {
    parameters: {
    };
    /** Write what the own team notes about a challenge */
    put: operations["gameNoteChallenge"];
  };
  "/api/config": {
    parameters: {
    };
    /** Client settings */
    get: operations["infoGetClientConfig"];
  };
  "/api/captcha": {
    parameters: {
    };
    /** Captcha settings */
    get: operations["infoGetClientCaptchaInfo"];
  };
};
export type webhooks = Record<string, never>;
export type components = {
  schemas: {
    RequestResponse: {
      title: string;
      status: number;
      code: string;
      field?: string;
      errors?: {
        title: string;
        code: string;
        field?: string;
      }[];
    };
    ContainerInstanceModel: {
      team: components["schemas"]["TeamModel"] | null;
      challenge: components["schemas"]["ChallengeModel"] | null;
      image: string;
      /** Format: uuid */
      containerGuid: string;
      containerId: string;
      /** Format: date-time */
      startedAt: string;
      /** Format: date-time */
      expectStopAt: string;
      ip: string;
      port: number;
    };
    TeamModel: {
      id: number;
      name: string;
      avatar: string | null;
    };
    ChallengeModel: {
      id: number;
      title: string;
      /** @enum {string} */
      category: "Misc" | "Crypto" | "Pwn" | "Web" | "Reverse" | "Blockchain" | "Forensics" | "Hardware" | "Mobile" | "PPC" | "AI" | "Pentest" | "OSINT";
      customCategory: components["schemas"]["CustomCategoryModel"] | null;
    };
    CustomCategoryModel: {
      id: number;
      name: string;
      /** @enum {string} */
      color: "red" | "orange" | "amber" | "yellow" | "lime" | "green" | "teal" | "cyan" | "blue" | "indigo" | "violet" | "pink" | "grey";
      /** @enum {string} */
      icon: "Misc" | "Crypto" | "Pwn" | "Web" | "Reverse" | "Blockchain" | "Forensics" | "Hardware" | "Mobile" | "PPC" | "AI" | "Pentest" | "OSINT" | "Antenna" | "Bot" | "Car" | "Cloud" | "Database" | "Flag" | "Flask" | "Gamepad" | "Image" | "Lock" | "Music" | "Terminal" | "Wifi" | "Zap";
    };
    InstanceDetailsModel: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      kind: "team" | "test" | "check";
      /** @enum {string} */
      state: "queued" | "starting" | "ready" | "unhealthy" | "stopping" | "stuck" | "ended" | "failed";
      ending: boolean;
      reason: ("expired" | "player" | "solved" | "limit" | "admin" | "challenge_disabled" | "challenge_deleted" | "game_deleted" | "team_deleted" | "member_removed" | "suspended" | "game_ended" | "crashed" | "oom" | "disk_full" | "lost" | "replaced" | "start_failed" | "checked") | null;
      error: ("image_missing" | "not_ready" | "exited" | "oom" | "command" | "egress_unresolved" | "egress_unguarded" | "flag_missing" | "engine") | null;
      team: {
        id: number;
        name: string;
        avatar: string | null;
      } | null;
      challenge: {
        id: number;
        title: string;
        /** @enum {string} */
        category: "Misc" | "Crypto" | "Pwn" | "Web" | "Reverse" | "Blockchain" | "Forensics" | "Hardware" | "Mobile" | "PPC" | "AI" | "Pentest" | "OSINT";
        customCategory: components["schemas"]["CustomCategoryModel"] | null;
      } | null;
      game: {
        id: number;
        title: string;
      } | null;
      engine: string | null;
      image: string;
      requestedBy: string | null;
      entry: string | null;
      /** Format: date-time */
      requestedAt: string;
      startedAt: string | null;
      readyAt: string | null;
      expiresAt: string | null;
      endedAt: string | null;
      nextAt: string | null;
      lifetime: number;
      extensions: number;
      attempts: number;
      waitsFor: ("no_engine" | "engine_down" | "engine_unguarded" | "engine_draining" | "engine_untested" | "needs_docker" | "image" | "capacity" | "predecessor" | "turn") | null;
      detail: string | null;
      memoryMb: number;
      cpu: number;
      spec: {
        image: string;
        images: string[];
        services: {
          name: string;
          image: string;
          command: string[] | null;
          entrypoint: string[] | null;
          environment: {
            [key: string]: string;
          };
          flag: boolean;
          dependsOn: {
            service: string;
            /** @enum {string} */
            condition: "started" | "healthy";
          }[];
          healthcheck: {
            test: string[];
            intervalMs: number;
            timeoutMs: number;
            startPeriodMs: number;
            retries: number;
          } | null;
          tmpfs: {
            path: string;
            sizeMb: number;
          }[];
          volumes: {
            name: string;
            path: string;
            readOnly: boolean;
          }[];
          readOnly: boolean;
          capabilities: string[];
          user: string | null;
          hostname: string | null;
          workingDir: string | null;
          memoryMb: number;
          cpu: number;
          pids: number;
          networks: string[];
          ports: number[];
        }[];
        memoryMb: number;
        cpu: number;
        diskMb: number;
        pids: number;
        readOnly: boolean;
        capabilities: string[];
        /** @enum {string} */
        egress: "none" | "internet" | "hosts";
        egressHosts: string[];
        /** @enum {string} */
        flag: "none" | "env" | "file";
        flagPath: string;
        /** @enum {string} */
        readiness: "tcp" | "http" | "health" | "log";
        readinessTarget: string;
        startTimeout: number;
        keepAfterSolve: number;
        /** @default null */
        needsDocker: ("services" | "writable" | "hosts") | null;
        /** @default null */
        clusterLimit: ("depends_on" | "hostname" | "name" | "ports" | "solver" | "user") | null;
        solver?: {
          image: string;
          command: string[] | null;
          environment: {
            [key: string]: string;
          };
          timeout: number;
          memoryMb: number;
          alone: boolean;
        };
      };
      container: string | null;
      endpoints: {
        title: string;
        /** @enum {string} */
        protocol: "tcp" | "http";
        entry: string | null;
        url: string | null;
        tls: string | null;
        service: string;
        port: number;
        address: string | null;
        published: number | null;
      }[];
      exitCode: number | null;
      lastLog: string | null;
      events: {
        /** Format: date-time */
        at: string;
        event: string;
        reason: string | null;
        detail: string | null;
        actor: string | null;
      }[];
    };
    InstanceTrafficModel: {
      connections: number;
      bytesIn: number;
      bytesOut: number;
    };
    EngineModel: {
      id: number;
      /** @enum {string} */
      kind: "docker" | "swarm" | "kubernetes";
      address: string;
      namespace: string | null;
      /** @enum {string} */
      state: "up" | "down";
      /** Format: date-time */
      since: string;
      latencyMs: number | null;
      error: string | null;
      info: {
        version: string;
        os: string;
        architecture: string;
        cpus: number;
        memoryMb: number;
        storageDriver: string;
        diskQuota: boolean;
        runtimes: string[];
        nodes?: {
          id: string;
          name: string;
          host: string;
          /** @enum {string} */
          state: "ready" | "down" | "unknown" | "disconnected";
          /** @enum {string} */
          availability: "active" | "pause" | "drain";
          manager: boolean;
          version: string;
          cpus: number;
          memoryMb: number;
        }[];
      } | null;
      capacity: {
        memoryMb: number;
        cpu: number;
        places: number;
      };
      reserved: {
        memoryMb: number;
        cpu: number;
        places: number;
      };
      endingSoon: number;
      draining: boolean;
      /** @enum {string} */
      guard: "unknown" | "guarded" | "unguarded";
      guardReport: {
        at: number;
        guarded: boolean;
        checks: {
          /** @enum {string} */
          name: "gateway" | "host" | "own_web" | "postgres" | "redis" | "scoring" | "jobs" | "ssh" | "neighbour" | "metadata" | "metadata6" | "dns" | "docker_socket" | "kubelet" | "api_server" | "internet" | "published";
          target: string;
          /** @enum {string} */
          result: "blocked" | "refused" | "reached";
          ms: number | null;
          ok: boolean;
        }[];
        error: string | null;
        nodes?: string[];
      } | null;
      allowsHosts: boolean;
      testing: boolean;
      accepted: {
        /** Format: date-time */
        at: string;
        by: string | null;
        reason: string;
      } | null;
      orphansRemoved: number;
      managed: boolean;
      hasKeys: boolean;
      entry: string | null;
      bind: string | null;
      most: {
        memoryMb: number | null;
        cpu: number | null;
        places: number | null;
      };
      nodes: {
        id: string;
        name: string;
        host: string;
        /** @enum {string} */
        state: "ready" | "down" | "unknown" | "disconnected";
        /** @enum {string} */
        availability: "active" | "pause" | "drain";
        manager: boolean;
        version: string;
        cpus: number;
        memoryMb: number;
        tested: boolean;
        instances: number;
      }[];
    };
    LocalFile: {
      hash: string;
      name: string;
      size: number;
      type: string | null;
      /** Format: date-time */
      storedAt: string;
      uses: {
        /** @enum {string} */
        kind: "UserAvatar" | "TeamAvatar" | "Poster" | "Logo" | "Favicon" | "Upload" | "Attachment" | "FlagAttachment" | "Writeup" | "Post" | "GameText" | "ChallengeText" | "SolutionText" | "OwnPage" | "Appearance" | "Trash";
        owner: string;
        title: string;
        game: {
          id: number;
          title: string;
        } | null;
      }[];
    };
    LogMessageModel: {
      /** Format: date-time */
      time: string;
      name: string;
      /** @enum {string} */
      level: "Information" | "Warning" | "Error" | "Fatal";
      ip: string;
      msg: string;
      status: string;
      id: number;
      event: string;
      process: string;
    };
    PluginModel: {
      name: string;
      kind: ("checker" | "scoring" | "registration" | "notification") | null;
      version: string | null;
      file: string | null;
      digest: string | null;
      uses: number;
      waiting: number;
      lastFault: components["schemas"]["PluginFaultModel"] | null;
    };
    PluginFaultModel: {
      /** Format: date-time */
      time: string;
      process: string;
      error: string;
      count: number;
    };
    WriteupInfoModel: {
      id: number;
      team: components["schemas"]["TeamInfoModel"];
      url: string;
      /** Format: date-time */
      uploadTimeUtc: string;
      fileSize: number;
      consent: boolean;
      published: boolean;
    };
    TeamInfoModel: {
      id: number;
      name: string | null;
      bio: string | null;
      avatar: string | null;
      affiliation: string | null;
      website: string | null;
      country: string | null;
      locked: boolean;
      members: components["schemas"]["TeamUserInfoModel"][] | null;
    };
    TeamUserInfoModel: {
      id: string | null;
      userName: string | null;
      bio: string | null;
      avatar: string | null;
      captain: boolean;
    };
    WriteupPublishingModel: {
      published: boolean;
    };
    ConfigEditModel: {
      accountPolicy: {
        /** @default true */
        allowRegister: boolean;
        /** @default true */
        activeOnRegister: boolean;
        /** @default false */
        useCaptcha: boolean;
        /** @default false */
        emailConfirmationRequired: boolean;
        /** @default  */
        emailDomainList: string;
        /** @default false */
        onlyProviders: boolean;
        /** @default false */
        staffSecondFactor: boolean;
      };
      containerPolicy: {
        /** @default false */
        autoDestroyOnLimitReached: boolean;
        /** @default 120 */
        defaultLifetime: number;
        /** @default 120 */
        extensionDuration: number;
        /** @default 10 */
        renewalWindow: number;
        /** @default 90 */
        captureRetention: number;
        /** @default 1 */
        maxExerciseContainerCountPerUser: number;
      };
      globalConfig: {
        /** @default GZ */
        title: string;
        /** @default Hack for fun not for profit */
        slogan: string;
        /** @default  */
        description: string;
        /** @default null */
        footerInfo: string | null;
        /** @default null */
        customTheme: string | null;
        logoHash: string | null;
        faviconHash: string | null;
      };
      version: string;
    };
    ParticipationEditModel: {
      /** @enum {string} */
      status?: "Pending" | "Accepted" | "Rejected" | "Suspended" | "Unsubmitted";
      organization?: string | null;
      reason?: string | null;
    };
    AdminTeamInfoModel: {
      id: number;
      name: string | null;
      bio: string | null;
      avatar: string | null;
      affiliation: string | null;
      website: string | null;
      country: string | null;
      locked: boolean;
      members: components["schemas"]["TeamUserInfoModel"][] | null;
      adminLocked: boolean;
      games: number;
      /** Format: date-time */
      createdAt: string;
      version: number;
    };
    AdminTeamModel: {
      name?: string | null;
      bio?: string | null;
      affiliation?: string | null;
      website?: string | null;
      country?: ("" | "AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "YE" | "YT" | "ZA" | "ZM" | "ZW") | null;
      locked?: boolean | null;
    };
    TrashEntryModel: {
      id: number;
      /** @enum {string} */
      kind: "game" | "challenge" | "team" | "flag";
      targetId: number;
      title: string;
      game: {
        id: number;
        title: string;
      } | null;
      counts: {
        [key: string]: number;
      };
      /** Format: date-time */
      deletedAt: string;
      deletedBy: {
        id: string;
        name: string;
      } | null;
      /** Format: date-time */
      purgeAt: string;
    };
    UserInfoModel: {
      id: string | null;
      userName: string | null;
      realName: string | null;
      stdNumber: string | null;
      phone: string | null;
      bio: string | null;
      /** Format: date-time */
      registerTimeUtc: string;
      /** Format: date-time */
      lastVisitedUtc: string;
      ip: string;
      email: string | null;
      avatar: string | null;
      role: ("Banned" | "User" | "Monitor" | "Admin") | null;
      emailConfirmed: boolean | null;
      version: string;
    };
    AdminUserInfoModel: {
      userName?: string | null;
      email?: string | null;
      bio?: string | null;
      phone?: string | null;
      realName?: string | null;
      stdNumber?: string | null;
      emailConfirmed?: boolean | null;
      role?: ("Banned" | "User" | "Monitor" | "Admin") | null;
      expectedVersion?: string | null;
    };
    AppearanceModel: {
      light: components["schemas"]["PaletteModel"];
      dark: components["schemas"]["PaletteModel"];
      footer: components["schemas"]["TextsByLanguageModel"];
      home: components["schemas"]["TextsByLanguageModel"];
      css: string;
      version: string;
    };
    PaletteModel: {
      accent?: unknown;
      page?: unknown;
      bar?: unknown;
      surface?: unknown;
      raised?: unknown;
      strong?: unknown;
      sunken?: unknown;
      text?: unknown;
      muted?: unknown;
      faint?: unknown;
      control?: unknown;
    };
    TextsByLanguageModel: {
      [key: string]: string;
    };
    AppearanceUpdateModel: {
      light?: components["schemas"]["PaletteModel"];
      dark?: components["schemas"]["PaletteModel"];
      footer?: components["schemas"]["TextsByLanguageModel"];
      home?: components["schemas"]["TextsByLanguageModel"];
      css?: string;
      version?: string;
    };
    AwardSumListModel: {
      total: number;
      data: components["schemas"]["AwardSumModel"][];
    };
    AwardSumModel: {
      challengeId: number | null;
      challenge: string | null;
      participationId: number;
      team: string;
      times: number;
      points: number;
      /** Format: date-time */
      last: string;
    };
    AwardsModel: {
      key: string;
      challengeId?: number | null;
      /** @default  */
      reason: string;
      awards: {
        participationId: number;
        points: number;
      }[];
    };
    GivenAwardsModel: {
      key: string;
      /** Format: date-time */
      time: string;
      challengeId: number | null;
      reason: string;
      awards: {
        participationId: number;
        points: number;
        entry: number;
      }[];
    };
    ChallengeTrafficModel: {
      id: number;
      title: string;
      /** @enum {string} */
      category: "Misc" | "Crypto" | "Pwn" | "Web" | "Reverse" | "Blockchain" | "Forensics" | "Hardware" | "Mobile" | "PPC" | "AI" | "Pentest" | "OSINT";
      customCategory: components["schemas"]["CustomCategoryModel"] | null;
      /** @enum {string} */
      type: "StaticAttachment" | "StaticContainer" | "DynamicAttachment" | "DynamicContainer";
      isEnabled: boolean;
      count: number;
    };
    TeamTrafficModel: {
      id: number;
      teamId: number;
      name: string | null;
      organization: string | null;
      avatar: string | null;
      count: number;
    };
    FileRecord: {
      fileName: string;
      size: number;
      /** Format: date-time */
      updateTime: string;
    };
    CaseList: {
      total: number;
      data: components["schemas"]["CaseRow"][];
    };
    CaseRow: {
      number: number;
      title: string;
      /** @enum {string} */
      state: "open" | "decided" | "appealed" | "closed";
      teams: {
        participationId: number;
        name: string;
      }[];
      /** Format: date-time */
      time: string;
      openedBy: string | null;
      assignedTo: string | null;
      waiting: boolean;
      evidence: number;
      notes: number;
    };
    CaseOpenModel: {
      title: string & (unknown & unknown);
      evidence?: {
        /** @enum {string} */
        kind: "submission" | "match" | "event";
        id: number;
      }[];
      participationIds?: number[] | null;
    };
    Case: {
      number: number;
      title: string;
      /** @enum {string} */
      state: "open" | "decided" | "appealed" | "closed";
      /** Format: date-time */
      time: string;
      openedBy: string | null;
      version: number;
      assignedTo: {
        id: string;
        name: string;
      } | null;
      teams: {
        participationId: number;
        name: string;
        teamId: number;
        /** @enum {string} */
        status: "Pending" | "Accepted" | "Rejected" | "Suspended";
      }[];
      entries: {
        id: number;
        /** @enum {string} */
        kind: "submission" | "match" | "event" | "note";
        /** Format: date-time */
        time: string;
        by: string | null;
        facts: {
          /** Format: date-time */
          time: string;
          participationId: number | null;
          team: string;
          user: string;
          ip: string | null;
          challengeId: number | null;
          challenge: string | null;
          answer: string | null;
          status: ("FlagSubmitted" | "Accepted" | "WrongAnswer" | "CheatDetected" | "NotFound") | null;
          ownerId: number | null;
          owner: string | null;
          sameAddress: boolean | null;
          event: {
            type: string;
            values: string[];
          } | null;
        } | null;
        note: string | null;
      }[];
      decisions: {
        id: number;
        /** @enum {string} */
        outcome: "nothing" | "warning" | "void" | "penalty" | "suspension";
        /** @enum {string} */
        state: "proposed" | "rejected" | "confirmed" | "undone";
        teams: {
          participationId: number;
          name: string;
        }[];
        challenges: {
          id: number;
          title: string;
        }[];
        points: number | null;
        reason: string;
        by: string | null;
        /** Format: date-time */
        time: string;
        answeredBy: string | null;
        answeredAt: string | null;
        answer: string | null;
        correction: number | null;
        undone: {
          /** Format: date-time */
          time: string;
          by: string | null;
          reason: string;
        } | null;
      }[];
      appeals: {
        participationId: number;
        team: string;
        decisionId: number;
        by: string | null;
        /** Format: date-time */
        time: string;
        text: string;
        answer: {
          text: string;
          by: string | null;
          /** Format: date-time */
          time: string;
        } | null;
      }[];
      waiting: {
        own: boolean;
        confirmers: number;
      } | null;
    };
    CaseExport: {
      number: number;
      title: string;
      /** @enum {string} */
      state: "open" | "decided" | "appealed" | "closed";
      /** Format: date-time */
      time: string;
      openedBy: string | null;
      version: number;
      assignedTo: {
        id: string;
        name: string;
      } | null;
      teams: {
        participationId: number;
        name: string;
        teamId: number;
        /** @enum {string} */
        status: "Pending" | "Accepted" | "Rejected" | "Suspended";
      }[];
      entries: {
        id: number;
        /** @enum {string} */
        kind: "submission" | "match" | "event" | "note";
        /** Format: date-time */
        time: string;
        by: string | null;
        facts: {
          /** Format: date-time */
          time: string;
          participationId: number | null;
          team: string;
          user: string;
          ip: string | null;
          challengeId: number | null;
          challenge: string | null;
          answer: string | null;
          status: ("FlagSubmitted" | "Accepted" | "WrongAnswer" | "CheatDetected" | "NotFound") | null;
          ownerId: number | null;
          owner: string | null;
          sameAddress: boolean | null;
          event: {
            type: string;
            values: string[];
          } | null;
        } | null;
        note: string | null;
      }[];
      decisions: {
        id: number;
        /** @enum {string} */
        outcome: "nothing" | "warning" | "void" | "penalty" | "suspension";
        /** @enum {string} */
        state: "proposed" | "rejected" | "confirmed" | "undone";
        teams: {
          participationId: number;
          name: string;
        }[];
        challenges: {
          id: number;
          title: string;
        }[];
        points: number | null;
        reason: string;
        by: string | null;
        /** Format: date-time */
        time: string;
        answeredBy: string | null;
        answeredAt: string | null;
        answer: string | null;
        correction: number | null;
        undone: {
          /** Format: date-time */
          time: string;
          by: string | null;
          reason: string;
        } | null;
      }[];
      appeals: {
        participationId: number;
        team: string;
        decisionId: number;
        by: string | null;
        /** Format: date-time */
        time: string;
        text: string;
        answer: {
          text: string;
          by: string | null;
          /** Format: date-time */
          time: string;
        } | null;
      }[];
      game: {
        id: number;
        title: string;
      };
      exported: {
        /** Format: date-time */
        time: string;
        by: string;
      };
    };
    CaseEvidenceModel: {
      evidence: {
        /** @enum {string} */
        kind: "submission" | "match" | "event";
        id: number;
      }[];
    };
    CaseNoteModel: {
      note: string & (unknown & unknown);
    };
    CaseAssignModel: {
      userId: string | null;
    };
    CorrectionPreview: {
      effect: components["schemas"]["CorrectionEffect"];
      ends: {
        division: string | null;
        before: string | null;
        after: string | null;
      }[];
      instances: number;
      second: boolean;
      digest: string;
      empty: boolean;
    };
    CorrectionEffect: {
      gain: number;
      lose: number;
      untouched: number;
      ranks: number;
      up: number;
      down: number;
      added: number;
      removed: number;
      verdicts: number;
      values: {
        challengeId: number;
        title: string;
        before: number;
        after: number;
      }[];
      bloods: {
        challengeId: number;
        title: string;
        place: number;
        before: string | null;
        after: string | null;
      }[];
      top: {
        before: {
          participationId: number;
          name: string;
          rank: number;
          score: number;
        }[];
        after: {
          participationId: number;
          name: string;
          rank: number;
          score: number;
        }[];
      };
      teams: {
        participationId: number;
        name: string;
        before: {
          rank: number;
          score: number;
        };
        after: {
          rank: number;
          score: number;
        };
      }[];
    };
    CaseProposalModel: {
      /** @enum {string} */
      outcome: "nothing" | "warning" | "void" | "penalty" | "suspension";
      participationIds?: number[] | null;
      challengeIds?: number[] | null;
      points?: number | null;
      reason: string & (unknown & unknown);
      version: number;
    };
    CaseVerdictModel: {
      accept: boolean;
      reason?: (string & (unknown & unknown)) | null;
      version: number;
      digest?: string;
    };
    CaseUndoModel: {
      reason: string & (unknown & unknown);
    };
    CaseAppealModel: {
      text: string & (unknown & unknown);
    };
    TeamDecisionList: {
      data: {
        number: number;
        /** @enum {string} */
        outcome: "nothing" | "warning" | "void" | "penalty" | "suspension";
        challenges: {
          id: number;
          title: string;
        }[];
        points: number | null;
        reason: string;
        /** Format: date-time */
        time: string;
        undone: {
          /** Format: date-time */
          time: string;
          reason: string;
        } | null;
        /** Format: date-time */
        appealUntil: string;
        appeal: {
          by: string | null;
          /** Format: date-time */
          time: string;
          text: string;
          answer: {
            text: string;
            /** Format: date-time */
            time: string;
          } | null;
        } | null;
      }[];
    };
    CorrectionList: {
      public: boolean;
      second: boolean;
      drafts: number;
      total: number;
      data: components["schemas"]["Correction"][];
    };
    Correction: {
      number: number;
      /** @enum {string} */
      kind: "award" | "solve" | "void" | "rejudge" | "incident" | "hints" | "extension" | "merge" | "window";
      challenges: {
        id: number;
        title: string;
      }[];
      teams: {
        participationId: number;
        name: string;
      }[];
      points: number | null;
      /** @default null */
      incident: {
        /** Format: date-time */
        from: string;
        /** Format: date-time */
        to: string;
        /** @enum {string} */
        solves: "keep" | "void";
        /** @enum {string} */
        decay: "run" | "stop";
        /** @default 0 */
        instanceMinutes: number;
      } | null;
      /** @default null */
      extension: {
        division: string | null;
        /** Format: date-time */
        before: string;
        /** Format: date-time */
        end: string;
      } | null;
      reason: string;
      /** Format: date-time */
      time: string;
      effect: components["schemas"]["CorrectionEffect"];
      undone: {
        /** Format: date-time */
        time: string;
        reason: string;
      } | null;
      by: string | null;
      confirmedBy: string | null;
      undoneBy: string | null;
    };
    CorrectionApplyModel: {
      correction: components["schemas"]["CorrectionModel"];
      reason: string & (unknown & unknown);
      digest?: string;
      announce?: boolean;
    };
    CorrectionModel: {
      /** @constant */
      kind: "award";
      participationIds?: number[];
      points: number;
    } | {
      /** @constant */
      kind: "solve";
      participationIds?: number[];
      challengeId: number;
      /** Format: date-time */
      at?: string | unknown;
    } | {
      /** @constant */
      kind: "void";
      challengeId: number;
      participationIds?: number[] | null;
      /** Format: date-time */
      from?: string | unknown;
      /** Format: date-time */
      to?: string | unknown;
    } | {
      /** @constant */
      kind: "rejudge";
      challengeIds?: number[];
    } | {
      /** @constant */
      kind: "extension";
      division?: string | null;
      /** Format: date-time */
      end: string | unknown;
    } | {
      /** @constant */
      kind: "hints";
      challengeId: number;
      participationIds?: number[] | null;
    } | {
      /** @constant */
      kind: "incident";
      challengeIds?: number[] | null;
      /** Format: date-time */
      from: string | unknown;
      /** Format: date-time */
      to: string | unknown;
      /** @enum {string} */
      solves: "keep" | "void";
      /** @enum {string} */
      decay: "run" | "stop";
      instanceMinutes?: number;
    };
    CorrectionVisibilityModel: {
      public: boolean;
    };
    CorrectionSecondModel: {
      second: boolean;
    };
    CorrectionDraftList: {
      total: number;
      data: components["schemas"]["CorrectionDraft"][];
    };
    CorrectionDraft: {
      /** @enum {string} */
      kind: "award" | "solve" | "void" | "rejudge" | "incident" | "hints" | "extension" | "merge" | "window";
      challenges: {
        id: number;
        title: string;
      }[];
      teams: {
        participationId: number;
        name: string;
      }[];
      points: number | null;
      /** @default null */
      incident: {
        /** Format: date-time */
        from: string;
        /** Format: date-time */
        to: string;
        /** @enum {string} */
        solves: "keep" | "void";
        /** @enum {string} */
        decay: "run" | "stop";
        /** @default 0 */
        instanceMinutes: number;
      } | null;
      /** @default null */
      extension: {
        division: string | null;
        /** Format: date-time */
        before: string;
        /** Format: date-time */
        end: string;
      } | null;
      reason: string;
      id: number;
      announce: boolean;
      by: string | null;
      own: boolean;
      /** Format: date-time */
      time: string;
      /** @enum {string} */
      state: "open" | "applied" | "declined" | "withdrawn" | "expired";
      effect: components["schemas"]["CorrectionEffect"];
      decided: {
        /** Format: date-time */
        time: string;
        by: string | null;
        reason: string | null;
      } | null;
      cause: string | null;
      number: number | null;
    };
    CorrectionDraftNow: {
      /** @enum {string} */
      kind: "award" | "solve" | "void" | "rejudge" | "incident" | "hints" | "extension" | "merge" | "window";
      challenges: {
        id: number;
        title: string;
      }[];
      teams: {
        participationId: number;
        name: string;
      }[];
      points: number | null;
      /** @default null */
      incident: {
        /** Format: date-time */
        from: string;
        /** Format: date-time */
        to: string;
        /** @enum {string} */
        solves: "keep" | "void";
        /** @enum {string} */
        decay: "run" | "stop";
        /** @default 0 */
        instanceMinutes: number;
      } | null;
      /** @default null */
      extension: {
        division: string | null;
        /** Format: date-time */
        before: string;
        /** Format: date-time */
        end: string;
      } | null;
      reason: string;
      id: number;
      announce: boolean;
      by: string | null;
      own: boolean;
      /** Format: date-time */
      time: string;
      /** @enum {string} */
      state: "open" | "applied" | "declined" | "withdrawn" | "expired";
      effect: components["schemas"]["CorrectionEffect"];
      decided: {
        /** Format: date-time */
        time: string;
        by: string | null;
        reason: string | null;
      } | null;
      cause: string | null;
      number: number | null;
      preview: components["schemas"]["CorrectionPreview"] | null;
      changed: boolean;
    };
    CorrectionDraftConfirmModel: {
      digest: string;
    };
    CorrectionDraftDeclineModel: {
      reason: string & (unknown & unknown);
    };
    CorrectionUndoModel: {
      reason: string & (unknown & unknown);
      digest?: string;
    };
    PublicCorrectionList: {
      total: number;
      data: components["schemas"]["PublicCorrection"][];
    };
    PublicCorrection: {
      number: number;
      /** @enum {string} */
      kind: "award" | "solve" | "void" | "rejudge" | "incident" | "hints" | "extension" | "merge" | "window";
      challenges: {
        id: number;
        title: string;
      }[];
      teams: {
        participationId: number;
        name: string;
      }[];
      points: number | null;
      /** @default null */
      incident: {
        /** Format: date-time */
        from: string;
        /** Format: date-time */
        to: string;
        /** @enum {string} */
        solves: "keep" | "void";
        /** @enum {string} */
        decay: "run" | "stop";
        /** @default 0 */
        instanceMinutes: number;
      } | null;
      /** @default null */
      extension: {
        division: string | null;
        /** Format: date-time */
        before: string;
        /** Format: date-time */
        end: string;
      } | null;
      reason: string;
      /** Format: date-time */
      time: string;
      effect: components["schemas"]["CorrectionEffect"];
      undone: {
        /** Format: date-time */
        time: string;
        reason: string;
      } | null;
    };
    CategoryModel: {
      id: number;
      name: string;
      /** @enum {string} */
      color: "red" | "orange" | "amber" | "yellow" | "lime" | "green" | "teal" | "cyan" | "blue" | "indigo" | "violet" | "pink" | "grey";
      /** @enum {string} */
      icon: "Misc" | "Crypto" | "Pwn" | "Web" | "Reverse" | "Blockchain" | "Forensics" | "Hardware" | "Mobile" | "PPC" | "AI" | "Pentest" | "OSINT" | "Antenna" | "Bot" | "Car" | "Cloud" | "Database" | "Flag" | "Flask" | "Gamepad" | "Image" | "Lock" | "Music" | "Terminal" | "Wifi" | "Zap";
      /** @enum {string} */
      standsFor: "Misc" | "Crypto" | "Pwn" | "Web" | "Reverse" | "Blockchain" | "Forensics" | "Hardware" | "Mobile" | "PPC" | "AI" | "Pentest" | "OSINT";
      challenges: number;
    };
    CategoryInputModel: {
      name: string;
      /** @enum {string} */
      color?: "red" | "orange" | "amber" | "yellow" | "lime" | "green" | "teal" | "cyan" | "blue" | "indigo" | "violet" | "pink" | "grey";
      /** @enum {string} */
      icon?: "Misc" | "Crypto" | "Pwn" | "Web" | "Reverse" | "Blockchain" | "Forensics" | "Hardware" | "Mobile" | "PPC" | "AI" | "Pentest" | "OSINT" | "Antenna" | "Bot" | "Car" | "Cloud" | "Database" | "Flag" | "Flask" | "Gamepad" | "Image" | "Lock" | "Music" | "Terminal" | "Wifi" | "Zap";
      /** @enum {string} */
      standsFor?: "Misc" | "Crypto" | "Pwn" | "Web" | "Reverse" | "Blockchain" | "Forensics" | "Hardware" | "Mobile" | "PPC" | "AI" | "Pentest" | "OSINT";
    };
    ChallengeInfoModel: {
      id: number;
      title: string;
      /** @enum {string} */
      category: "Misc" | "Crypto" | "Pwn" | "Web" | "Reverse" | "Blockchain" | "Forensics" | "Hardware" | "Mobile" | "PPC" | "AI" | "Pentest" | "OSINT";
      customCategory: components["schemas"]["CustomCategoryModel"] | null;
      /** @enum {string} */
      type: "StaticAttachment" | "StaticContainer" | "DynamicAttachment" | "DynamicContainer";
      isEnabled: boolean;
      score: number;
      minScore: number;
      originalScore: number;
      hasFlag: boolean;
      stock: components["schemas"]["FileStockModel"] | null;
      room: components["schemas"]["InstanceRoomModel"] | null;
      acceptedCount: number;
      releaseAt: string | null;
      releaseFault: components["schemas"]["ReleaseFaultModel"] | null;
      block: {
        /** Format: date-time */
        since: string;
        reason: string;
      } | null;
      attempts: number;
      solveRate: number | null;
      rating: components["schemas"]["RatingModel"] | null;
      firstBlood: components["schemas"]["FirstBloodModel"] | null;
      image: components["schemas"]["ChallengeImageModel"] | null;
      check: components["schemas"]["SolveCheckMarkModel"] | null;
    };
    FileStockModel: {
      files: number;
      teams: number;
    };
    InstanceRoomModel: {
      instances: number;
      teams: number;
    };
    ReleaseFaultModel: {
      /** Format: date-time */
      at: string;
      code: string;
    };
    RatingModel: {
      average: number;
      count: number;
    };
    FirstBloodModel: {
      team: string;
      /** Format: date-time */
      time: string;
    };
    ChallengeImageModel: {
      /** @enum {string} */
      state: "missing" | "wanted" | "pulling" | "ready" | "failed";
      error: string | null;
    };
    SolveCheckMarkModel: {
      /** @enum {string} */
      state: "never" | "passing" | "failing" | "unknown";
      since: string | null;
    };
    ChallengeEditDetailModel: {
      id: number;
      title: string;
      content: string;
      solution: string;
      solutionPublic: boolean;
      /** @enum {string} */
      category: "Misc" | "Crypto" | "Pwn" | "Web" | "Reverse" | "Blockchain" | "Forensics" | "Hardware" | "Mobile" | "PPC" | "AI" | "Pentest" | "OSINT";
      customCategory: components["schemas"]["CustomCategoryModel"] | null;
      /** @enum {string} */
      type: "StaticAttachment" | "StaticContainer" | "DynamicAttachment" | "DynamicContainer";
      hints: string[];
      pricedHints: components["schemas"]["PricedHintEditModel"][];
      connections: components["schemas"]["ChallengeConnectionModel"][];
      flagTemplate: string | null;
      decoy: string | null;
      isEnabled: boolean;
      acceptedCount: number;
      fileName: string | null;
      attachment: components["schemas"]["Attachment"] | null;
      files: components["schemas"]["ChallengeFileModel"][];
      testContainer: components["schemas"]["ContainerInfoModel"] | null;
      flags: components["schemas"]["FlagInfoModel"][];
      containerImage: string;
      memoryLimit: number;
      cpuCount: number;
      storageLimit: number;
      containerExposePort: number;
      enableTrafficCapture: boolean | null;
      containerCompose: string | null;
      containerOptions: components["schemas"]["ContainerOptionsModel"];
      solver: components["schemas"]["SolveCheckSolverModel"] | null;
      originalScore: number;
      minScoreRate: number;
      difficulty: number;
      attemptLimit: number | null;
      checker: string | null;
      scoring: string | null;
      pointValues: number[] | null;
      author: string;
      level: ("Beginner" | "Easy" | "Medium" | "Hard" | "Insane") | null;
      tags: string[];
      requires: number[];
      hideLocked: boolean;
      block: {
        /** Format: date-time */
        since: string;
        reason: string;
        until: string | null;
      } | null;
      releaseAt: string | null;
      closesAt: string | null;
      version: number;
    };
    PricedHintEditModel: {
      id: number;
      content: string;
      cost: number;
      availableAt: string | null;
      bought: number;
    };
    ChallengeConnectionModel: {
      label: string;
      /** @enum {string} */
      kind: "nc" | "http" | "https" | "ssh" | "tls" | "other";
      host: string;
      port: number | null;
      user: string;
      path: string;
      text: string;
    };
    Attachment: {
      id: number;
      /** @enum {string} */
      type: "None" | "Local" | "Remote";
      url: string | null;
      fileSize: number | null;
    };
    ChallengeFileModel: {
      name: string;
      url: string;
      size: number | null;
      sha256: string | null;
      id: number;
    };
    ContainerInfoModel: {
      /** @enum {string} */
      status: "Pending" | "Running" | "Destroyed";
      /** Format: date-time */
      startedAt: string;
      /** Format: date-time */
      expectStopAt: string;
      entry: string;
    };
    FlagInfoModel: {
      id: number;
      flag: string;
      attachment: components["schemas"]["Attachment"] | null;
      drawn: boolean;
      decoy: string | null;
    };
    ContainerOptionsModel: {
      /** @default true */
      readOnly: boolean;
      /** @default 256 */
      pids: number;
      /** @default [] */
      capabilities: ("CHOWN" | "DAC_OVERRIDE" | "FOWNER" | "FSETID" | "KILL" | "NET_BIND_SERVICE" | "SETGID" | "SETPCAP" | "SETUID" | "SYS_CHROOT" | "SYS_PTRACE")[];
      /**
       * @default none
       * @enum {string}
       */
      egress: "none" | "internet" | "hosts";
      /** @default [] */
      egressHosts: string[];
      /**
       * @default env
       * @enum {string}
       */
      flagDelivery: "env" | "file";
      /** @default /run/halyard/flag */
      flagPath: string & (unknown & unknown);
      /**
       * @default tcp
       * @enum {string}
       */
      readiness: "tcp" | "http" | "health" | "log";
      /** @default  */
      readinessTarget: string;
      /** @default 60 */
      startTimeout: number;
      /** @default 0 */
      keepAfterSolve: number;
      entry: components["schemas"]["ContainerEntryModel"];
      /** @default [] */
      more: components["schemas"]["ContainerEndpointModel"][];
    };
    ContainerEntryModel: {
      /** @default  */
      title: string;
      /** @default  */
      service: string;
      /**
       * @default auto
       * @enum {string}
       */
      protocol: "auto" | "tcp" | "http";
    };
    ContainerEndpointModel: {
      /** @default  */
      title: string;
      /** @default  */
      service: string;
      port: number;
      /**
       * @default tcp
       * @enum {string}
       */
      protocol: "tcp" | "http";
    };
    SolveCheckSolverModel: {
      image: string;
      /** @default null */
      command: unknown | null;
      /** @default {} */
      environment: {
        [key: string]: string;
      };
      /** @default 60 */
      timeout: number;
      /** @default null */
      every: number | null;
      /** @default 256 */
      memoryLimit: number;
      /**
       * @default none
       * @enum {string}
       */
      egress: "none" | "internet";
    };
    ChallengePushModel: {
      gameId: number;
      title: string;
      plan: string;
      created: {
        from: string;
        title: string;
        /** @enum {string} */
        category: "Misc" | "Crypto" | "Pwn" | "Web" | "Reverse" | "Blockchain" | "Forensics" | "Hardware" | "Mobile" | "PPC" | "AI" | "Pentest" | "OSINT";
        customCategory: string | null;
        /** @enum {string} */
        type: "StaticAttachment" | "StaticContainer" | "DynamicAttachment" | "DynamicContainer";
        score: number;
        flags: number;
        files: number;
        enabled: boolean;
        notes: {
          code: string;
          params: {
            [key: string]: string | number;
          };
        }[];
      }[];
      updated: {
        challengeId: number;
        from: string;
        title: string;
        changes: {
          code: string;
          params: {
            [key: string]: string | number;
          };
        }[];
        notes: {
          code: string;
          params: {
            [key: string]: string | number;
          };
        }[];
      }[];
      unchanged: {
        from: string;
        title: string;
      }[];
      refused: {
        from: string;
        title: string;
        reason: {
          code: string;
          params: {
            [key: string]: string | number;
          };
        };
      }[];
      ignored: {
        from: string;
        title: string;
        reason: {
          code: string;
          params: {
            [key: string]: string | number;
          };
        };
      }[];
      gone: {
        challengeId: number;
        title: string;
      }[];
      marks: {
        text: string;
        challenges: number;
      }[];
    };
    AttemptsResetModel: {
      participationId: number;
      reason: string & (unknown & unknown);
    };
    FlagBlockModel: {
      reason: string & (unknown & unknown);
      announce?: boolean;
    };
    ChallengeUpdateModel: {
      title?: (string & (unknown & unknown)) | null;
      content?: string | null;
      flagTemplate?: string | null;
      decoy?: string | null;
      solution?: string | null;
      solutionPublic?: boolean | null;
      category?: ("Misc" | "Crypto" | "Pwn" | "Web" | "Reverse" | "Blockchain" | "Forensics" | "Hardware" | "Mobile" | "PPC" | "AI" | "Pentest" | "OSINT") | null;
      customCategoryId?: number | null;
      hints?: string[] | null;
      pricedHints?: {
        id?: number | null;
        content: string & (unknown & unknown);
        cost: number;
        availableAt?: (string | unknown) | null;
      }[] | null;
      connections?: components["schemas"]["ChallengeConnectionInput"][] | null;
      isEnabled?: boolean | null;
      fileName?: string | null;
      containerImage?: string | null;
      memoryLimit?: number | null;
      cpuCount?: number | null;
      storageLimit?: number | null;
      containerExposePort?: number | null;
      enableTrafficCapture?: boolean | null;
      containerCompose?: string | null;
      containerOptions?: components["schemas"]["ContainerOptionsModel"] | null;
      solver?: {
        image: string;
        command?: string[] | null;
        /** @default {} */
        environment: {
          [key: string]: string;
        };
        timeout?: number;
        every?: number | null;
        memoryLimit?: number;
        /** @enum {string} */
        egress?: "none" | "internet";
      } | null;
      originalScore?: number | null;
      minScoreRate?: number | null;
      difficulty?: number | null;
      attemptLimit?: number | null;
      checker?: string | null;
      scoring?: string | null;
      author?: string | null;
      level?: ("Beginner" | "Easy" | "Medium" | "Hard" | "Insane") | null;
      tags?: (string & (unknown & unknown))[] | null;
      requires?: number[] | null;
      hideLocked?: boolean | null;
      releaseAt?: (string | unknown) | null;
      closesAt?: (string | unknown) | null;
      announce?: boolean | null;
      version?: number | null;
    };
    ChallengeConnectionInput: {
      /** @default  */
      label: string;
      /** @enum {string} */
      kind: "nc" | "http" | "https" | "ssh" | "tls" | "other";
      /** @default  */
      host: string;
      port?: number | null;
      /** @default  */
      user: string & (unknown & unknown);
      /** @default  */
      path: string & (unknown & unknown);
      /** @default  */
      text: string;
    };
    AttachmentCreateModel: {
      /** @enum {string} */
      attachmentType?: "None" | "Local" | "Remote";
      fileHash?: string | null;
      remoteUrl?: string | null;
    };
    ChallengeFilesModel: {
      files: {
        id: number;
        name?: string | null;
      }[];
    };
    RemoteFileCreateModel: {
      url: string;
      name?: string | null;
    };
    TestInstanceModel: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      state: "queued" | "starting" | "ready" | "unhealthy" | "stopping" | "stuck" | "ended" | "failed";
      ending: boolean;
      reason: ("expired" | "player" | "solved" | "limit" | "admin" | "challenge_disabled" | "challenge_deleted" | "game_deleted" | "team_deleted" | "member_removed" | "suspended" | "game_ended" | "crashed" | "oom" | "disk_full" | "lost" | "replaced" | "start_failed" | "checked") | null;
      error: ("image_missing" | "not_ready" | "exited" | "oom" | "command" | "egress_unresolved" | "egress_unguarded" | "flag_missing" | "engine") | null;
      detail: string | null;
      exitCode: number | null;
      lastLog: string | null;
      waitsFor: ("no_engine" | "engine_down" | "engine_unguarded" | "engine_draining" | "engine_untested" | "needs_docker" | "image" | "capacity" | "predecessor" | "turn") | null;
      attempts: number;
      image: string;
      port: number;
      endpoints: {
        title: string;
        /** @enum {string} */
        protocol: "tcp" | "http";
        entry: string | null;
        url: string | null;
        tls: string | null;
        service: string;
        port: number;
        address: string | null;
        published: number | null;
      }[];
      memoryMb: number;
      startTimeout: number;
      engine: string | null;
      entry: string | null;
      /** Format: date-time */
      requestedAt: string;
      startedAt: string | null;
      readyAt: string | null;
      expiresAt: string | null;
      endedAt: string | null;
      traffic: components["schemas"]["InstanceTrafficModel"] | null;
      steps: {
        /** @enum {string} */
        stage: "queue" | "image" | "starting" | "ready";
        /** @enum {string} */
        state: "open" | "now" | "done" | "failed";
        ms: number | null;
      }[];
    };
    ChallengePreviewModel: {
      id: number;
      title: string;
      content: string;
      /** @enum {string} */
      category: "Misc" | "Crypto" | "Pwn" | "Web" | "Reverse" | "Blockchain" | "Forensics" | "Hardware" | "Mobile" | "PPC" | "AI" | "Pentest" | "OSINT";
      customCategory: components["schemas"]["CustomCategoryModel"] | null;
      author: string;
      level: ("Beginner" | "Easy" | "Medium" | "Hard" | "Insane") | null;
      tags: string[];
      hints: string[] | null;
      hintTimes: (string | null)[];
      pricedHints: components["schemas"]["HintOfferModel"][];
      connections: components["schemas"]["ShownConnectionModel"][];
      score: number;
      /** @enum {string} */
      type: "StaticAttachment" | "StaticContainer" | "DynamicAttachment" | "DynamicContainer";
      context: components["schemas"]["ClientFlagContext"];
      files: components["schemas"]["ShownFileModel"][];
      attempts: components["schemas"]["ChallengeAttemptsModel"] | null;
      blocked: {
        /** Format: date-time */
        since: string;
        reason: string;
      } | null;
      closesAt: string | null;
      solved: boolean;
      practised: boolean;
      isEnabled: boolean;
      releaseAt: string | null;
      /** @enum {string} */
      rule: "any" | "first_file" | "test_instance";
      solvable: boolean;
    };
    HintOfferModel: {
      id: number;
      cost: number;
      availableAt: string | null;
      available: boolean;
      boughtAt: string | null;
      content: string | null;
    };
    ShownConnectionModel: {
      label: string;
      /** @enum {string} */
      kind: "nc" | "http" | "https" | "ssh" | "tls" | "other";
      command: string;
    };
    ClientFlagContext: {
      closeTime: string | null;
      instanceEntry: string | null;
      url: string | null;
      fileSize: number | null;
    };
    ShownFileModel: {
      name: string;
      url: string;
      size: number | null;
      sha256: string | null;
    };
    ChallengeAttemptsModel: {
      limit: number;
      used: number;
    };
    FlagTrialModel: {
      /** @enum {string} */
      status: "Accepted" | "WrongAnswer" | "CheatDetected";
      place: number | null;
      flags: number;
      team: string | null;
    };
    FlagCreateModel: {
      flag: string;
      /** @enum {string} */
      attachmentType?: "None" | "Local" | "Remote";
      fileHash?: string | null;
      remoteUrl?: string | null;
      decoy?: string | null;
    };
    GameInfoModel: {
      id: number;
      title: string;
      hidden: boolean;
      summary: string;
      content: string;
      acceptWithoutReview: boolean;
      writeupRequired: boolean;
      inviteCode: string | null;
      organizations: string[] | null;
      teamMemberCountLimit: number;
      divisionLimits: {
        division: string;
        limit: number;
      }[];
      solo: boolean;
      registrationFields: components["schemas"]["RegistrationField"][];
      containerCountLimit: number;
      poster: string | null;
      publicKey: string;
      practiceMode: boolean;
      feedback: boolean;
      /** Format: date-time */
      start: string;
      /** Format: date-time */
      end: string;
      divisionEnds: {
        division: string;
        /** Format: date-time */
        end: string;
      }[];
      /** Format: date-time */
      writeupDeadline: string;
      writeupNote: string;
      bloodBonus: number;
      certificateNote: string;
      certificateSignature: string;
      freeze: string | null;
      revealed: string | null;
      revealAfter: number | null;
      pause: {
        /** Format: date-time */
        since: string;
        /** Format: date-time */
        until: string;
        reason: string;
      } | null;
      version: number;
    };
    RegistrationField: {
      id: number;
      /** @enum {string} */
      of: "Player" | "Team";
      /** @enum {string} */
      kind: "Text" | "Paragraph" | "Number" | "Link" | "Choice" | "Checkbox";
      label: string;
      hint: string;
      required: boolean;
      public: boolean;
      options: string[];
    };
    GameImportModel: {
      gameId: number | null;
      /** @enum {string} */
      kind: "Game" | "Folders";
      title: string;
      /** Format: date-time */
      start: string;
      /** Format: date-time */
      end: string;
      /** Format: date-time */
      writeupDeadline: string;
      existing: boolean;
      challenges: {
        from: string;
        title: string;
        /** @enum {string} */
        category: "Misc" | "Crypto" | "Pwn" | "Web" | "Reverse" | "Blockchain" | "Forensics" | "Hardware" | "Mobile" | "PPC" | "AI" | "Pentest" | "OSINT";
        customCategory: string | null;
        /** @enum {string} */
        type: "StaticAttachment" | "StaticContainer" | "DynamicAttachment" | "DynamicContainer";
        score: number;
        flags: number;
        files: number;
        enabled: boolean;
        notes: {
          code: string;
          params: {
            [key: string]: string | number;
          };
        }[];
      }[];
      updates: {
        challengeId: number;
        from: string;
        title: string;
        changes: {
          code: string;
          params: {
            [key: string]: string | number;
          };
        }[];
        notes: {
          code: string;
          params: {
            [key: string]: string | number;
          };
        }[];
      }[];
      marks: {
        text: string;
        challenges: number;
      }[];
      values: {
        [key: string]: string;
      };
      refused: {
        from: string;
        title: string;
        reason: {
          code: string;
          params: {
            [key: string]: string | number;
          };
        };
      }[];
      notices: number;
      posts: number;
      tickets: number;
      notes: {
        code: string;
        params: {
          [key: string]: string | number;
        };
      }[];
    };
    GamePauseModel: {
      /** Format: date-time */
      until: string | unknown;
      reason: string & (unknown & unknown);
    };
    GameFreezeModel: {
      at: ("now" | (string | unknown)) | null;
    };
    GameCeremonyRemoteModel: {
      scene: components["schemas"]["GameCeremonyModel"];
      next: {
        participationId: number;
        name: string;
        category: string | null;
        customCategory: components["schemas"]["CustomCategoryModel"] | null;
        title: string | null;
        /** @enum {string} */
        outcome: "solved" | "failed" | "lost" | "points";
        tries: number;
        time: string | null;
        blood: number | null;
        from: {
          rank: number;
          score: number;
        };
        to: {
          rank: number;
          score: number;
        };
      } | null;
      team: {
        cells: number;
        to: {
          rank: number;
          score: number;
        };
      } | null;
      hidden: {
        name: string;
        cells: number;
        now: {
          rank: number;
          score: number;
        };
        final: {
          rank: number;
          score: number;
        };
      }[];
      outdated: boolean;
    };
    GameCeremonyModel: {
      /** Format: date-time */
      started: string;
      version: number;
      /** Format: date-time */
      frozen: string;
      position: number;
      total: number;
      blank: boolean;
      paused: boolean;
      done: boolean;
      turn: number | null;
      rows: {
        participationId: number;
        name: string;
        avatar: string | null;
        rank: number;
        score: number;
        cells: {
          category: string | null;
          customCategory: components["schemas"]["CustomCategoryModel"] | null;
          outcome: ("solved" | "failed" | "lost" | "points") | null;
          title: string | null;
        }[];
      }[];
      teams: number;
      sealed: {
        cells: number;
        teams: number;
      };
      last: {
        participationId: number;
        name: string;
        category: string | null;
        customCategory: components["schemas"]["CustomCategoryModel"] | null;
        title: string | null;
        /** @enum {string} */
        outcome: "solved" | "failed" | "lost" | "points";
        tries: number;
        time: string | null;
        blood: number | null;
        from: {
          rank: number;
          score: number;
        };
        to: {
          rank: number;
          score: number;
        };
      } | null;
      blood: {
        participationId: number;
        name: string;
        category: string | null;
        customCategory: components["schemas"]["CustomCategoryModel"] | null;
        title: string | null;
        /** @enum {string} */
        outcome: "solved" | "failed" | "lost" | "points";
        tries: number;
        time: string | null;
        blood: number | null;
        from: {
          rank: number;
          score: number;
        };
        to: {
          rank: number;
          score: number;
        };
      } | null;
      moves: {
        name: string;
        from: number;
        to: number;
      }[];
      podium: {
        places: {
          rank: number;
          name: string;
          avatar: string | null;
          score: number;
          division: string | null;
          bloods: number;
        }[];
        divisions: {
          name: string;
          teams: string[];
        }[];
      } | null;
    };
    GameCeremonyStartModel: {
      from?: number | null;
    };
    GameCeremonyStepModel: {
      /** @enum {string} */
      act: "next" | "team" | "back" | "blank" | "pause" | "finish";
      version: number;
    };
    GameNotice: {
      /** @enum {string} */
      type: "Normal" | "FirstBlood" | "SecondBlood" | "ThirdBlood" | "NewHint" | "NewChallenge";
      values: string[];
      id: number;
      /** Format: date-time */
      time: string;
      change?: components["schemas"]["GameNoticeChange"];
    };
    GameNoticeChange: {
      /** @enum {string} */
      kind: "ChallengePoints" | "ChallengeOpened" | "ChallengeClosed" | "EndLater" | "EndEarlier" | "Correction" | "Paused" | "Resumed" | "FlagsBlocked" | "FlagsUnblocked";
      values: string[];
    };
    GameNoticeModel: {
      content: string & (unknown & unknown);
    };
    ChallengeVersionModel: {
      number: number;
      /** Format: date-time */
      time: string;
      user: {
        id: string;
        name: string;
      } | null;
      changed: string[];
    };
    ChallengeVersionDetailModel: {
      number: number;
      /** Format: date-time */
      time: string;
      user: {
        id: string;
        name: string;
      } | null;
      changed: string[];
      content: {
        title: string;
        content: string;
        /** @default  */
        solution: string;
        /** @default false */
        solutionPublic: boolean;
        category: string;
        /** @default null */
        customCategory: {
          id: number;
          name: string;
        } | null;
        hints: string[];
        /** @default [] */
        pricedHints: {
          id: number;
          content: string;
          cost: number;
          availableAt: string | null;
        }[];
        /** @default [] */
        connections: components["schemas"]["ChallengeConnectionModel"][];
        isEnabled: boolean;
        releaseAt: string | null;
        /** @default null */
        closesAt: string | null;
        originalScore: number;
        minScoreRate: number;
        difficulty: number;
        /** @default null */
        attemptLimit: number | null;
        /** @default null */
        checker: string | null;
        /** @default null */
        scoring: string | null;
        /** @default  */
        author: string;
        /** @default null */
        level: ("Beginner" | "Easy" | "Medium" | "Hard" | "Insane") | null;
        /** @default [] */
        tags: string[];
        /** @default [] */
        requires: number[];
        /** @default false */
        hideLocked: boolean;
        fileName: string;
        attachment: {
          name: string | null;
          url: string | null;
          hash: string | null;
        } | null;
        /** @default [] */
        files: {
          name: string | null;
          url: string | null;
          hash: string | null;
        }[];
        flagTemplate: string | null;
        /** @default null */
        decoy: string | null;
        flags: {
          count: number;
          digest: string;
          texts: string[];
        };
        containerImage: string;
        containerCompose: string | null;
        memoryLimit: number;
        cpuCount: number;
        storageLimit: number;
        containerExposePort: number;
        enableTrafficCapture: boolean;
        containerOptions: {
          [key: string]: unknown;
        };
        /** @default null */
        solver: {
          image: string;
          /** @default null */
          command: unknown | null;
          /** @default {} */
          environment: {
            [key: string]: string;
          };
          /** @default 60 */
          timeout: number;
          /** @default null */
          every: number | null;
          /** @default 256 */
          memoryLimit: number;
          /**
           * @default none
           * @enum {string}
           */
          egress: "none" | "internet";
        } | null;
      };
      before: {
        title: string;
        content: string;
        /** @default  */
        solution: string;
        /** @default false */
        solutionPublic: boolean;
        category: string;
        /** @default null */
        customCategory: {
          id: number;
          name: string;
        } | null;
        hints: string[];
        /** @default [] */
        pricedHints: {
          id: number;
          content: string;
          cost: number;
          availableAt: string | null;
        }[];
        /** @default [] */
        connections: components["schemas"]["ChallengeConnectionModel"][];
        isEnabled: boolean;
        releaseAt: string | null;
        /** @default null */
        closesAt: string | null;
        originalScore: number;
        minScoreRate: number;
        difficulty: number;
        /** @default null */
        attemptLimit: number | null;
        /** @default null */
        checker: string | null;
        /** @default null */
        scoring: string | null;
        /** @default  */
        author: string;
        /** @default null */
        level: ("Beginner" | "Easy" | "Medium" | "Hard" | "Insane") | null;
        /** @default [] */
        tags: string[];
        /** @default [] */
        requires: number[];
        /** @default false */
        hideLocked: boolean;
        fileName: string;
        attachment: {
          name: string | null;
          url: string | null;
          hash: string | null;
        } | null;
        /** @default [] */
        files: {
          name: string | null;
          url: string | null;
          hash: string | null;
        }[];
        flagTemplate: string | null;
        /** @default null */
        decoy: string | null;
        flags: {
          count: number;
          digest: string;
          texts: string[];
        };
        containerImage: string;
        containerCompose: string | null;
        memoryLimit: number;
        cpuCount: number;
        storageLimit: number;
        containerExposePort: number;
        enableTrafficCapture: boolean;
        containerOptions: {
          [key: string]: unknown;
        };
        /** @default null */
        solver: {
          image: string;
          /** @default null */
          command: unknown | null;
          /** @default {} */
          environment: {
            [key: string]: string;
          };
          /** @default 60 */
          timeout: number;
          /** @default null */
          every: number | null;
          /** @default 256 */
          memoryLimit: number;
          /**
           * @default none
           * @enum {string}
           */
          egress: "none" | "internet";
        } | null;
      } | null;
    };
    ChallengeVersionRestoreModel: {
      version?: number | null;
    };
    ExtraTimeList: {
      total: number;
      data: components["schemas"]["ExtraTime"][];
    };
    ExtraTime: {
      participationId: number;
      team: {
        id: number;
        name: string;
      };
      minutes: number;
      /** Format: date-time */
      end: string;
      reason: string;
    };
    ExtraTimeModel: {
      minutes: number;
      reason: string;
    };
    SecondFactorModel: {
      code: string & (unknown & unknown);
    };
    PasskeyQuestionModel: {
      /** @enum {string} */
      purpose: "login" | "step" | "confirm" | "add";
    };
    PasskeyOptionsModel: {
      options: {
        [key: string]: unknown;
      };
    };
    PasskeyUseModel: {
      id: string;
      rawId: string;
      /** @constant */
      type: "public-key";
      response: {
        clientDataJSON: string;
        authenticatorData: string;
        signature: string;
        userHandle?: string | null;
      };
    };
    PasskeyAddModel: {
      name: string;
      credential: {
        id: string;
        rawId: string;
        /** @constant */
        type: "public-key";
        response: {
          clientDataJSON: string;
          attestationObject: string;
          transports?: string[];
        };
      };
    };
    PasskeyAddedModel: {
      codes: string[] | null;
    };
    FeedbackList: {
      data: {
        challenge: {
          id: number;
          title: string;
        };
        stars: number;
        line: string;
        time: string | null;
        user: {
          id: string;
          name: string;
          team: string;
        } | null;
      }[];
      total: number;
    };
    FeedbackModel: {
      stars: number;
      line?: string;
    };
    Follows: {
      teams: number[];
    };
    FollowModel: {
      teams: number[];
    };
    GameStaffModel: {
      /** Format: uuid */
      userId: string;
      userName: string;
      /** @enum {string} */
      role: "owner" | "author" | "referee" | "support" | "monitor";
      /** Format: date-time */
      addedAt: string;
      addedBy: string | null;
      seenAt: string | null;
      factor: boolean | null;
    };
    GameStaffAddModel: {
      who: string;
      /** @enum {string} */
      role: "owner" | "author" | "referee" | "support" | "monitor";
    };
    GameStaffInvitation: {
      id: number;
      /** @enum {string} */
      role: "owner" | "author" | "referee" | "support" | "monitor";
      email: string | null;
      by: string;
      /** Format: date-time */
      created: string;
      /** Format: date-time */
      expires: string;
    };
    GameStaffInvitationModel: {
      /** @enum {string} */
      role: "owner" | "author" | "referee" | "support" | "monitor";
      email?: string | null;
      days?: number;
    };
    GameStaffInvitationMade: {
      id: number;
      code: string;
      /** Format: date-time */
      expires: string;
      mailed: boolean;
    };
    GameStaffTakeOverModel: {
      from: number;
    };
    GameStaffTakenOver: {
      added: number;
      skipped: {
        already: number;
        inactive: number;
        plays: number;
        limit: number;
        personLimit: number;
      };
    };
    GameStaffRoleModel: {
      /** @enum {string} */
      role: "owner" | "author" | "referee" | "support" | "monitor";
    };
    GameTokenModel: {
      /** Format: uuid */
      id: string;
      name: string;
      hint: string;
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      expiresAt: string;
      lastUsedAt: string | null;
      expired: boolean;
      /** @enum {string} */
      role: "owner" | "author" | "referee" | "support" | "monitor" | "awards";
      madeBy: string | null;
    };
    GameTokenCreateModel: {
      name: string;
      /** @enum {string} */
      role: "owner" | "author" | "referee" | "support" | "monitor" | "awards";
      days: number;
    };
    ApiTokenSecretModel: {
      /** Format: uuid */
      id: string;
      token: string;
      /** Format: date-time */
      expiresAt: string;
    };
    BasicGameInfoModel: {
      id: number;
      title: string;
      summary: string;
      poster: string | null;
      limit: number;
      /** Format: date-time */
      start: string;
      /** Format: date-time */
      end: string;
      practiceMode: boolean;
      teamCount: number;
      pause: {
        /** Format: date-time */
        since: string;
        /** Format: date-time */
        until: string;
        reason: string;
      } | null;
    };
    GameJoinAloneModel: {
      organization?: string | null;
      inviteCode?: string | null;
      answers?: {
        [key: string]: string | number | boolean | null;
      };
    };
    DetailedGameInfoModel: {
      id: number;
      title: string;
      summary: string;
      content: string;
      hidden: boolean;
      organizations: string[] | null;
      divisionLimits: {
        division: string;
        limit: number;
      }[];
      solo: boolean;
      registrationFields: components["schemas"]["RegistrationField"][];
      inviteCodeRequired: boolean;
      writeupRequired: boolean;
      poster: string | null;
      limit: number;
      teamCount: number;
      organization: string | null;
      teamName: string | null;
      practiceMode: boolean;
      /** @enum {string} */
      status: "Pending" | "Accepted" | "Rejected" | "Suspended" | "Unsubmitted";
      member: boolean;
      /** Format: date-time */
      start: string;
      /** Format: date-time */
      end: string;
      ends: {
        /** Format: date-time */
        regular: string;
        /** Format: date-time */
        final: string;
        later: {
          division: string;
          /** Format: date-time */
          end: string;
        }[];
      };
      over: boolean;
      acceptWithoutReview: boolean;
      publicKey: string;
      freeze: string | null;
      writeupsUntil: string | null;
      pause: {
        /** Format: date-time */
        since: string;
        /** Format: date-time */
        until: string;
        reason: string;
      } | null;
      corrections: number;
      decisions: number;
      unread: number;
      unanswered: number;
    };
    GameJoinModel: {
      teamId?: number;
      organization?: string | null;
      inviteCode?: string | null;
      answers?: {
        [key: string]: string | number | boolean | null;
      };
    };
    GameDetailModel: {
      challenges: {
        [key: string]: components["schemas"]["ChallengeInfo"][];
      };
      challengeCount: number;
      rank: components["schemas"]["ScoreboardItem"] | null;
      beside: {
        ahead: {
          name: string;
          score: number;
        } | null;
        behind: {
          name: string;
          score: number;
        } | null;
      };
      teamToken: string;
      writeupRequired: boolean;
      /** Format: date-time */
      writeupDeadline: string;
      seq: number;
    };
    ChallengeInfo: {
      id: number;
      title: string;
      /** @enum {string} */
      category: "Misc" | "Crypto" | "Pwn" | "Web" | "Reverse" | "Blockchain" | "Forensics" | "Hardware" | "Mobile" | "PPC" | "AI" | "Pentest" | "OSINT";
      customCategory?: components["schemas"]["CustomCategoryModel"];
      score: number;
      solved: number;
      bloods: components["schemas"]["Blood"][];
      originalScore: number;
      minScoreRate: number;
      difficulty: number;
      values?: number[];
      decayStopped?: {
        times: [
          number,
          number
        ][];
        solves: number;
      };
      labels?: components["schemas"]["ChallengeLabelsModel"];
    };
    Blood: {
      id: number;
      name: string;
      avatar: string | null;
      submitTimeUtc: string | null;
    };
    ChallengeLabelsModel: {
      /** @enum {string} */
      level?: "Beginner" | "Easy" | "Medium" | "Hard" | "Insane";
      tags?: string[];
      requires?: number[];
      /** @constant */
      hideLocked?: true;
      /** @constant */
      blocked?: true;
    };
    ScoreboardItem: {
      id: number;
      participationId: number;
      name: string;
      bio: string | null;
      organization: string | null;
      avatar: string | null;
      country: string | null;
      score: number;
      rank: number;
      organizationRank: number | null;
      /** Format: date-time */
      lastSubmissionTime: string;
      solvedChallenges: components["schemas"]["ChallengeItem"][];
      solvedCount: number;
      adjustments: {
        /** Format: date-time */
        time: string;
        points: number;
        /** @enum {string} */
        kind: "award" | "penalty" | "hint";
        reason: string | null;
        times?: number;
        challengeId?: number;
      }[];
    };
    ChallengeItem: {
      id: number;
      score: number;
      /** @enum {string} */
      type: "Unaccepted" | "FirstBlood" | "SecondBlood" | "ThirdBlood" | "Normal";
      userName: string | null;
      /** Format: date-time */
      time: string;
      submissionId: number;
    };
    GameStatistics: {
      teams: number;
      scoring: number;
      solves: number;
      attempts: number;
      challenges: {
        id: number;
        title: string;
        category: string;
        customCategory: components["schemas"]["CustomCategoryModel"] | null;
        solves: number;
        attempts: number;
        share: number;
        firstBlood: {
          id: number;
          team: string;
          after: number;
        } | null;
        median: number | null;
        over: number[];
        working: number | null;
        rating: components["schemas"]["RatingModel"] | null;
      }[];
      categories: {
        category: string;
        customCategory: components["schemas"]["CustomCategoryModel"] | null;
        challenges: number;
        unsolved: number;
        solves: number;
        attempts: number;
      }[];
      divisions: {
        division: string | null;
        teams: number;
        scoring: number;
        solves: number;
      }[];
      progress: {
        best: number[];
        quarter: number[];
        half: number[];
        solved: number[];
      };
      activity: {
        /** Format: date-time */
        start: string;
        step: number;
        right: number[];
        wrong: number[];
      };
    };
    LedgerCheckpoint: {
      seq: number;
      hash: string;
      /** Format: date-time */
      time: string;
      signature: string;
    };
    CtftimeFeed: {
      tasks: string[];
      standings: {
        pos: number;
        team: string;
        score: number;
        taskStats: {
          [key: string]: {
            points: number;
            time: number;
          };
        };
        lastAccept?: number;
      }[];
    };
    GameEvent: {
      /** @enum {string} */
      type: "Normal" | "ContainerStart" | "ContainerDestroy" | "FlagSubmit" | "CheatDetected";
      values: string[];
      /** Format: date-time */
      time: string;
      user: string;
      team: string;
      key: string;
      teamId: number | null;
      ip: string | null;
    };
    Submission: {
      answer: string;
      /** @enum {string} */
      status: "FlagSubmitted" | "Accepted" | "WrongAnswer" | "CheatDetected" | "NotFound";
      /** Format: date-time */
      time: string;
      user: string;
      team: string;
      challenge: string;
      id: number;
      challengeId: number;
      teamId: number;
      ip: string | null;
      late: boolean;
    };
    CheatInfoModel: {
      ownedTeam: components["schemas"]["ParticipationModel"];
      submitTeam: components["schemas"]["ParticipationModel"];
      submission: components["schemas"]["Submission"];
      sameAddress: boolean;
    };
    ParticipationModel: {
      id: number;
      team: components["schemas"]["TeamModel"];
      /** @enum {string} */
      status: "Pending" | "Accepted" | "Rejected" | "Suspended" | "Unsubmitted";
      organization: string | null;
    };
    ParticipationInfoModel: {
      id: number;
      team: components["schemas"]["TeamWithDetailedUserInfo"];
      registeredMembers: string[];
      organization: string | null;
      /** @enum {string} */
      status: "Pending" | "Accepted" | "Rejected" | "Suspended" | "Unsubmitted";
      /** Format: date-time */
      createdAt: string;
      answers: {
        [key: string]: string | true;
      };
      playerAnswers: {
        [key: string]: {
          [key: string]: string | true;
        };
      };
    };
    TeamWithDetailedUserInfo: {
      id: number;
      name: string | null;
      bio: string | null;
      avatar: string | null;
      affiliation: string | null;
      website: string | null;
      country: string | null;
      locked: boolean;
      /** Format: uuid */
      captainId: string;
      members: {
        userId: string | null;
        userName: string | null;
        email: string | null;
        bio: string | null;
        phone: string | null;
        realName: string | null;
        stdNumber: string | null;
        avatar: string | null;
        role: ("Banned" | "User" | "Monitor" | "Admin") | null;
      }[] | null;
    };
    BasicWriteupInfoModel: {
      submitted: boolean;
      name: string;
      fileSize: number;
      note: string;
      uploadedAt: string | null;
      url: string | null;
      consent: boolean;
      published: boolean;
      captain: boolean;
    };
    WriteupConsentModel: {
      consent: boolean;
    };
    OwnPageRowModel: {
      address: string;
      titles: components["schemas"]["TitlesByLanguageModel"];
      /** @enum {string} */
      link: "navigation" | "footer" | "none";
      position: number;
      published: boolean;
      written: ("any" | "en-US" | "zh-CN" | "zh-TW" | "ja-JP" | "id-ID" | "ko-KR" | "ru-RU" | "de-DE" | "fr-FR" | "es-ES")[];
    };
    TitlesByLanguageModel: {
      [key: string]: string;
    };
    OwnPageCreateModel: {
      address: string;
      titles: components["schemas"]["TitlesByLanguageModel"];
      /** @default {} */
      texts: components["schemas"]["PageTextsByLanguageModel"];
      /**
       * @default footer
       * @enum {string}
       */
      link: "navigation" | "footer" | "none";
      position?: number;
      /** @default false */
      published: boolean;
    };
    PageTextsByLanguageModel: {
      [key: string]: string;
    };
    OwnPageEditModel: {
      address: string;
      titles: components["schemas"]["TitlesByLanguageModel"];
      texts: components["schemas"]["PageTextsByLanguageModel"];
      /** @enum {string} */
      link: "navigation" | "footer" | "none";
      position: number;
      published: boolean;
      version: number;
    };
    OwnPageUpdateModel: {
      address?: string;
      titles?: components["schemas"]["TitlesByLanguageModel"];
      texts?: components["schemas"]["PageTextsByLanguageModel"];
      /** @enum {string} */
      link?: "navigation" | "footer" | "none";
      position?: number;
      published?: boolean;
      version?: number;
    };
    OwnPageLinkModel: {
      address: string;
      title: string;
    };
    OwnPageModel: {
      address: string;
      title: string;
      text: string;
      published: boolean;
    };
    ChallengeDetailModel: {
      id: number;
      title: string;
      content: string;
      /** @enum {string} */
      category: "Misc" | "Crypto" | "Pwn" | "Web" | "Reverse" | "Blockchain" | "Forensics" | "Hardware" | "Mobile" | "PPC" | "AI" | "Pentest" | "OSINT";
      customCategory: components["schemas"]["CustomCategoryModel"] | null;
      author: string;
      level: ("Beginner" | "Easy" | "Medium" | "Hard" | "Insane") | null;
      tags: string[];
      hints: string[] | null;
      hintTimes: (string | null)[];
      pricedHints: components["schemas"]["HintOfferModel"][];
      connections: components["schemas"]["ShownConnectionModel"][];
      score: number;
      /** @enum {string} */
      type: "StaticAttachment" | "StaticContainer" | "DynamicAttachment" | "DynamicContainer";
      context: components["schemas"]["ClientFlagContext"];
      files: components["schemas"]["ShownFileModel"][];
      attempts: components["schemas"]["ChallengeAttemptsModel"] | null;
      blocked: {
        /** Format: date-time */
        since: string;
        reason: string;
      } | null;
      closesAt: string | null;
      solved: boolean;
      practised: boolean;
    };
    InstanceModel: {
      gameId: number;
      challengeId: number;
      id: string | null;
      /** @enum {string} */
      state: "none" | "queued" | "starting" | "ready" | "unhealthy" | "stopping" | "stuck" | "ended" | "failed";
      reason: ("expired" | "player" | "solved" | "limit" | "admin" | "challenge_disabled" | "challenge_deleted" | "game_deleted" | "team_deleted" | "member_removed" | "suspended" | "game_ended" | "crashed" | "oom" | "disk_full" | "lost" | "replaced" | "start_failed" | "checked") | null;
      error: ("image_missing" | "not_ready" | "exited" | "oom" | "command" | "egress_unresolved" | "egress_unguarded" | "flag_missing" | "engine") | null;
      reference: string | null;
      entry: string | null;
      endpoints: {
        title: string;
        /** @enum {string} */
        protocol: "tcp" | "http";
        entry: string | null;
        url: string | null;
        tls: string | null;
      }[];
      requestedAt: string | null;
      requestedBy: string | null;
      startedAt: string | null;
      readyAt: string | null;
      expiresAt: string | null;
      endedAt: string | null;
      extendableAt: string | null;
      lifetime: number;
      extension: number;
      window: number;
      position: number | null;
      waiting: number | null;
      estimate: number | null;
      waitsFor: ("no_engine" | "engine_down" | "engine_unguarded" | "engine_draining" | "engine_untested" | "needs_docker" | "image" | "capacity" | "predecessor" | "turn") | null;
      pull: {
        layersDone: number;
        layersTotal: number;
        bytesDone: number;
        bytesTotal: number;
      } | null;
      usual: number | null;
      inUse: number;
      limit: number;
      replaces: boolean;
      others: {
        challengeId: number;
        title: string;
        expiresAt: string | null;
      }[];
      recorded: boolean;
      unavailable: string | null;
    };
    TryListModel: {
      data: components["schemas"]["TryModel"][];
      length: number;
      total: number;
    };
    TryModel: {
      id: number;
      number: number;
      /** Format: date-time */
      time: string;
      userName: string | null;
      flag: string;
      /** @enum {string} */
      status: "FlagSubmitted" | "Accepted" | "WrongAnswer" | "NotFound";
    };
    SolverListModel: {
      data: components["schemas"]["SolverModel"][];
      length: number;
      total: number;
    };
    SolverModel: {
      place: number;
      teamId: number;
      team: string;
      division: string | null;
      userName: string | null;
      player: string | null;
      /** Format: date-time */
      time: string;
    };
    LedgerReceipt: {
      seq: number;
      text: string;
      previous: string;
      hash: string;
    };
    PostEditModel: {
      title: string & (unknown & unknown);
      /** @default  */
      summary: string;
      /** @default  */
      content: string;
      tags?: string[] | null;
      /** @default false */
      isPinned: boolean;
      version?: number;
    };
    PostUpdateModel: {
      title: string & (unknown & unknown);
      summary?: string;
      content?: string;
      tags?: string[] | null;
      isPinned?: boolean;
      version?: number;
    };
    PostDetailModel: {
      id: string;
      title: string;
      summary: string;
      isPinned: boolean;
      tags: string[] | null;
      authorAvatar: string | null;
      authorName: string | null;
      /** Format: date-time */
      time: string;
      content: string;
      version: number;
    };
    PostInfoModel: {
      id: string;
      title: string;
      summary: string;
      isPinned: boolean;
      tags: string[] | null;
      authorAvatar: string | null;
      authorName: string | null;
      /** Format: date-time */
      time: string;
    };
    PushDevices: {
      publicKey: string;
      devices: components["schemas"]["PushDevice"][];
    };
    PushDevice: {
      /** Format: uuid */
      id: string;
      userAgent: string | null;
      current: boolean;
      /** Format: date-time */
      created: string;
    };
    PushDeviceModel: {
      /** Format: uri */
      endpoint: string;
      keys: {
        p256dh: string;
        auth: string;
      };
    };
    RegistrationAnswersModel: {
      fields: components["schemas"]["RegistrationField"][];
      player: {
        [key: string]: string | true;
      };
      team: {
        [key: string]: string | true;
      };
    };
    RegistrationAnswersUpdateModel: {
      answers: {
        [key: string]: string | number | boolean | null;
      };
    };
    RehearsalModel: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      state: "waiting" | "running" | "done" | "stopped" | "abandoned";
      teams: number;
      requestedBy: string | null;
      /** Format: date-time */
      requestedAt: string;
      startedAt: string | null;
      endedAt: string | null;
      stopping: boolean;
      progress: {
        /** @enum {string} */
        step: "copying" | "joining" | "playing" | "board";
        done: number;
        total: number;
      } | null;
      report: {
        findings: {
          /** @enum {string} */
          code: "web_unreachable" | "join_failed" | "no_challenges" | "file_missing" | "file_changed" | "files_exhausted" | "flag_none" | "flag_refused" | "flag_any" | "verdict_missing" | "challenge_closed" | "statement_failed" | "image_missing" | "instance_failed" | "image_failed" | "requirement_cycle" | "requirement_closed" | "release_late" | "call_failed" | "board_differs" | "game_over" | "statement_empty" | "image_no_alt" | "remote_dead" | "image_not_ready" | "instance_slow" | "closes_early" | "slow_call" | "too_long" | "changed_meanwhile" | "remote_private" | "no_engine" | "disabled" | "checker_decides" | "behind_checker";
          /** @enum {string} */
          severity: "bad" | "warn" | "note";
          challengeId: number | null;
          title: string | null;
          params: {
            [key: string]: string | number;
          };
        }[];
        more: number;
        calls: {
          /** @enum {string} */
          call: "join" | "page_game" | "page_challenges" | "page_board" | "challenges" | "challenge" | "statement" | "file" | "instance" | "flag" | "verdict" | "board";
          count: number;
          p50: number;
          p95: number;
          worst: number;
        }[];
        instances: {
          challengeId: number;
          title: string;
          seconds: number;
        }[];
        figures: {
          seconds: number;
          teams: number;
          challenges: number;
          files: number;
          bytes: number;
          flags: number;
          solves: number;
        };
      } | null;
    };
    ScoreboardModel: {
      seq: number;
      /** Format: date-time */
      updateTimeUtc: string;
      bloodBonus: number;
      timeLines: {
        [key: string]: components["schemas"]["TopTimeLine"][];
      };
      items: components["schemas"]["ScoreboardItem"][];
      challenges: {
        [key: string]: components["schemas"]["ChallengeInfo"][];
      };
      challengeCount: number;
    };
    TopTimeLine: {
      id: number;
      name: string;
      items: {
        /** Format: date-time */
        time: string;
        score: number;
      }[];
    };
    ScoreboardPart: {
      seq: number;
      /** Format: date-time */
      updateTimeUtc: string;
      challengeCount: number;
      total: number;
      length: number;
      data: components["schemas"]["ScoreboardItem"][];
      own: components["schemas"]["ScoreboardItem"] | null;
    };
    ScoreboardTeam: {
      seq: number;
      /** Format: date-time */
      updateTimeUtc: string;
      challenges: {
        [key: string]: components["schemas"]["ChallengeInfo"][];
      };
      item: components["schemas"]["ScoreboardItem"];
      ranks: {
        /** Format: date-time */
        time: string;
        rank: number;
      }[];
      best: {
        /** Format: date-time */
        time: string;
        rank: number;
      } | null;
    };
    SeasonRowModel: {
      id: number;
      title: string;
      /** @enum {string} */
      formula: "places" | "share" | "rating";
      games: number;
      teams: number;
    };
    SeasonCreateModel: {
      title: string & (unknown & unknown);
      /** @enum {string} */
      formula: "places" | "share" | "rating";
      placePoints?: number[];
      best?: number | null;
    };
    SeasonEditModel: {
      id: number;
      title: string;
      /** @enum {string} */
      formula: "places" | "share" | "rating";
      placePoints: number[];
      best: number | null;
      version: number;
      games: {
        id: number;
        title: string;
        weight: number;
        /** @enum {string} */
        state: "counted" | "pending" | "hidden" | "open";
      }[];
      teams: number;
    };
    SeasonUpdateModel: {
      title: string & (unknown & unknown);
      /** @enum {string} */
      formula: "places" | "share" | "rating";
      placePoints: number[];
      best: number | null;
      version?: number;
    };
    SeasonGameUpdateModel: {
      weight?: number;
    };
    SeasonModel: {
      id: number;
      title: string;
      /** @enum {string} */
      formula: "places" | "share" | "rating";
      placePoints: number[];
      best: number | null;
      games: {
        id: number;
        title: string;
        /** Format: date-time */
        start: string;
        /** Format: date-time */
        end: string;
        weight: number;
        counted: boolean;
      }[];
      pending: boolean;
      data: {
        place: number;
        team: {
          id: number;
          name: string;
        };
        points: number;
        results: {
          game: number;
          place: number;
          score: number;
          points: number;
          counted: boolean;
        }[];
      }[];
      length: number;
      total: number;
    };
    ServiceTokenModel: {
      /** Format: uuid */
      id: string;
      name: string;
      hint: string;
      scopes: ("read" | "play" | "team" | "awards" | "monitor" | "edit" | "admin")[];
      game: {
        id: number;
        title: string;
      } | null;
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      expiresAt: string;
      lastUsedAt: string | null;
      expired: boolean;
      madeBy: string | null;
    };
    ServiceTokenCreateModel: {
      name: string;
      scopes: ("read" | "awards" | "monitor" | "edit" | "admin")[];
      game?: number | null;
      days: number;
    };
    SolutionList: {
      challenges: {
        id: number;
        title: string;
        /** @enum {string} */
        category: "Misc" | "Crypto" | "Pwn" | "Web" | "Reverse" | "Blockchain" | "Forensics" | "Hardware" | "Mobile" | "PPC" | "AI" | "Pentest" | "OSINT";
        customCategory: components["schemas"]["CustomCategoryModel"] | null;
        rating: components["schemas"]["RatingModel"] | null;
        solution: boolean;
      }[];
      writeups: components["schemas"]["PublicWriteupModel"][];
    };
    PublicWriteupModel: {
      team: {
        id: number;
        name: string;
      };
      url: string;
      fileSize: number;
    };
    SolutionModel: {
      id: number;
      title: string;
      /** @enum {string} */
      category: "Misc" | "Crypto" | "Pwn" | "Web" | "Reverse" | "Blockchain" | "Forensics" | "Hardware" | "Mobile" | "PPC" | "AI" | "Pentest" | "OSINT";
      customCategory: components["schemas"]["CustomCategoryModel"] | null;
      rating: components["schemas"]["RatingModel"] | null;
      solution: string | null;
      writeups: components["schemas"]["PublicWriteupModel"][];
    };
    SolveCheckItemModel: {
      challengeId: number;
      title: string;
      /** @enum {string} */
      state: "never" | "passing" | "failing" | "unknown";
      since: string | null;
      nextAt: string | null;
      last: components["schemas"]["SolveCheckRunModel"] | null;
    };
    SolveCheckRunModel: {
      /** Format: uuid */
      id: string;
      /** @enum {string} */
      cause: "hand" | "schedule" | "again";
      /** Format: date-time */
      requestedAt: string;
      requestedBy: string | null;
      startedAt: string | null;
      endedAt: string | null;
      outcome: ("passed" | "failed" | "not_run") | null;
      reason: ("wrong_flag" | "no_flag" | "crashed" | "timeout" | "oom" | "command" | "instance" | "engine" | "image" | "queue" | "config" | "lost" | "stopped") | null;
      detail: string | null;
      exitCode: number | null;
      duration: number | null;
      output: string;
    };
    SolveCheckModel: {
      challengeId: number;
      title: string;
      /** @enum {string} */
      state: "never" | "passing" | "failing" | "unknown";
      since: string | null;
      nextAt: string | null;
      runs: components["schemas"]["SolveCheckRunModel"][];
    };
    SolveCheckStartModel: {
      /** Format: uuid */
      id: string;
    };
    GameStaffAcceptModel: {
      code: string;
    };
    GameStaffAccepted: {
      id: number;
      /** @enum {string} */
      role: "owner" | "author" | "referee" | "support" | "monitor";
    };
    GameStaffInvitationShown: {
      game: string;
      /** @enum {string} */
      role: "owner" | "author" | "referee" | "support" | "monitor";
      by: string;
      /** Format: date-time */
      expires: string;
      yours: boolean;
    };
    Suitcase: {
      /** Format: uuid */
      id: string;
      /** Format: date-time */
      packed: string;
      by: string | null;
      fingerprint: string | null;
      received: string | null;
      merged: number;
    };
    SuitcaseMergePreviewModel: {
      teams?: {
        [key: string]: ("new" | "skip") | number;
      };
    };
    SuitcaseMergePreview: {
      suitcase: components["schemas"]["Suitcase"];
      fingerprint: string;
      confirmed: boolean;
      entries: number;
      solves: number;
      awards: number;
      teams: {
        own: number;
        name: string;
        /** @enum {string} */
        how: "pack" | "before" | "name" | "chosen" | "new" | "skip" | "left";
        here: {
          participationId: number;
          name: string;
        } | null;
      }[];
      teamCount: number;
      left: {
        outside: number;
        challenges: number;
        teams: number;
      };
      preview: components["schemas"]["CorrectionPreview"];
    };
    SuitcaseMergeModel: {
      teams?: {
        [key: string]: ("new" | "skip") | number;
      };
      reason: string & (unknown & unknown);
      digest: string;
      fingerprint?: string;
    };
    SuitcaseMerged: {
      correction: number;
    };
    ListedTeams: {
      data: components["schemas"]["ListedTeam"][];
      next: number | null;
    };
    ListedTeam: {
      id: number;
      name: string;
      bio: string | null;
      avatar: string | null;
      affiliation: string | null;
      website: string | null;
      country: string | null;
      members: number;
      text: string;
      /** Format: date-time */
      listed: string;
      own: ("Member" | "Waiting" | "Declined") | null;
    };
    TeamListingModel: {
      text: string;
    };
    ListedPlayers: {
      data: components["schemas"]["ListedPlayer"][];
      next: number | null;
    };
    ListedPlayer: {
      id: string | null;
      name: string;
      avatar: string | null;
      text: string;
      /** Format: date-time */
      listed: string;
    };
    OwnTeamRequest: {
      team: {
        id: number;
        name: string;
      };
      text: string;
      /** Format: date-time */
      at: string;
      /** @enum {string} */
      state: "Waiting" | "Accepted" | "Declined";
    };
    TeamRequest: {
      /** Format: uuid */
      userId: string;
      userName: string;
      avatar: string | null;
      page: boolean;
      text: string;
      /** Format: date-time */
      at: string;
    };
    TeamRequestModel: {
      text: string;
    };
    TeamRequestAnswerModel: {
      accept: boolean;
    };
    TeamUpdateModel: {
      name?: string | null;
      bio?: string | null;
      affiliation?: string | null;
      website?: string | null;
      country?: ("" | "AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "YE" | "YT" | "ZA" | "ZM" | "ZW") | null;
    };
    SignatureVerifyModel: {
      teamToken: string;
      publicKey: string;
    };
    TeamInvitation: {
      id: number;
      by: string | null;
      /** Format: date-time */
      created: string;
      expires: string | null;
      once: boolean;
      uses: number;
      usedBy: string[];
    };
    TeamInvitationModel: {
      hours?: number | null;
      once: boolean;
    };
    TeamInvitationMade: {
      id: number;
      code: string;
      expires: string | null;
    };
    TeamTransferModel: {
      /** Format: uuid */
      newCaptainId: string;
    };
    TicketList: {
      data: components["schemas"]["TicketRow"][];
      next: string | null;
    };
    TicketRow: {
      id: number;
      title: string;
      /** @enum {string} */
      state: "waiting" | "answered" | "sent" | "closed";
      challenge: {
        id: number;
        title: string;
      } | null;
      /** Format: date-time */
      openedAt: string;
      /** Format: date-time */
      changedAt: string;
      unread: number;
    };
    TicketOpenModel: {
      title: string & (unknown & unknown);
      text: string & (unknown & unknown);
      challengeId?: number | null;
    };
    Ticket: {
      id: number;
      title: string;
      /** @enum {string} */
      state: "waiting" | "answered" | "sent" | "closed";
      challenge: {
        id: number;
        title: string;
      } | null;
      /** Format: date-time */
      openedAt: string;
      /** Format: date-time */
      changedAt: string;
      messages: {
        id: number;
        staff: boolean;
        by: string | null;
        /** Format: date-time */
        time: string;
        text: string;
      }[];
      barrier: ("closed" | "full" | "unanswered") | null;
    };
    TicketMessageModel: {
      text: string & (unknown & unknown);
    };
    QueuedTicketList: {
      data: components["schemas"]["QueuedTicketRow"][];
      next: string | null;
    };
    QueuedTicketRow: {
      id: number;
      title: string;
      /** @enum {string} */
      state: "waiting" | "answered" | "sent" | "closed";
      challenge: {
        id: number;
        title: string;
      } | null;
      /** Format: date-time */
      openedAt: string;
      /** Format: date-time */
      changedAt: string;
      team: {
        participationId: number;
        teamId: number;
        name: string;
      };
      owner: {
        id: string;
        name: string;
      } | null;
      messages: number;
    };
    QueuedTicket: {
      id: number;
      title: string;
      /** @enum {string} */
      state: "waiting" | "answered" | "sent" | "closed";
      challenge: {
        id: number;
        title: string;
      } | null;
      /** Format: date-time */
      openedAt: string;
      /** Format: date-time */
      changedAt: string;
      team: {
        participationId: number;
        teamId: number;
        name: string;
        /** @enum {string} */
        status: "Pending" | "Accepted" | "Rejected" | "Suspended";
      };
      owner: {
        id: string;
        name: string;
      } | null;
      messages: {
        id: number;
        staff: boolean;
        by: string | null;
        /** Format: date-time */
        time: string;
        text: string;
      }[];
      last: number;
    };
    TicketClosingModel: {
      closed: boolean;
      last: number;
    };
    TicketAnswerModel: {
      text: string & (unknown & unknown);
      last: number;
    };
    TicketOwningModel: {
      userId: string | null;
      from: string | null;
    };
    TicketStaffList: {
      data: {
        id: string;
        name: string;
      }[];
    };
    TicketReceivers: {
      teams: number;
      mails: number;
      team: string | null;
    };
    TicketBroadcastModel: {
      /** @enum {string} */
      to: "team" | "division" | "all";
      participationId?: number | null;
      division?: string | null;
      title: string & (unknown & unknown);
      text: string & (unknown & unknown);
      /** @default false */
      mail: boolean;
      teams: number;
    };
    CannedAnswerList: {
      data: {
        id: number;
        name: string;
        text: string;
      }[];
    };
    CannedAnswerModel: {
      name: string & (unknown & unknown);
      text: string & (unknown & unknown);
    };
    EarlierTicketList: {
      total: number;
      data: {
        id: number;
        challenge: {
          id: number;
          title: string;
        } | null;
        title: string;
        byStaff: boolean;
        /** Format: date-time */
        openedAt: string;
        messages: {
          fromStaff: boolean;
          text: string;
          /** Format: date-time */
          at: string;
        }[];
      }[];
    };
    ApiTokenModel: {
      /** Format: uuid */
      id: string;
      name: string;
      hint: string;
      scopes: ("read" | "play" | "team" | "awards" | "monitor" | "edit" | "admin")[];
      game: {
        id: number;
        title: string;
      } | null;
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      expiresAt: string;
      lastUsedAt: string | null;
      expired: boolean;
    };
    ApiTokenCreateModel: {
      name: string;
      scopes: ("read" | "play" | "team" | "awards" | "monitor" | "edit" | "admin")[];
      game?: number | null;
      days: number;
      password?: string;
    };
    GameWatch: {
      at: number;
      /** @enum {string} */
      verdict: "quiet" | "matters" | "stopped";
      matters: {
        key: string;
        /** @enum {string} */
        kind: "judge" | "redis" | "failing" | "check" | "release" | "engines" | "queue" | "backup" | "cheats" | "tickets";
        /** @enum {string} */
        level: "warn" | "bad";
        since: number;
        count: number;
        about: string | null;
        id: number | null;
        takenBy: string | null;
        unassigned: number | null;
      }[];
      lastClosed: {
        key: string;
        /** @enum {string} */
        kind: "judge" | "redis" | "failing" | "check" | "release" | "engines" | "queue" | "backup" | "cheats" | "tickets";
        /** @enum {string} */
        level: "warn" | "bad";
        since: number;
        count: number;
        about: string | null;
        id: number | null;
        takenBy: string | null;
        unassigned: number | null;
        closed: number;
      } | null;
      waiting: {
        /** @enum {string} */
        what: "cases" | "appeals" | "proposals" | "drafts" | "teams" | "writeups";
        count: number;
        since: number | null;
      }[];
      health: {
        /** @enum {string} */
        name: "website" | "scoring" | "jobs" | "database" | "redis" | "engines" | "backup";
        /** @enum {string} */
        state: "ok" | "warn" | "bad" | "unused";
        value: number | null;
        of: number | null;
      }[];
      tiles: {
        /** @enum {string} */
        name: "submissions" | "solves" | "right" | "judge" | "teams" | "sockets" | "instances";
        value: number | null;
        line: (number | null)[];
        usual: {
          low: number;
          high: number;
        } | null;
        unusual: boolean;
      }[];
      here: {
        rows: {
          name: string;
          avatar: string | null;
        }[];
        total: number;
      };
      unsolved: {
        rows: {
          id: number;
          title: string;
          since: number;
          attempts: number;
          check: {
            /** @enum {string} */
            outcome: "passed" | "failed" | "not_run";
            at: number;
          } | null;
        }[];
        total: number;
      };
      stuck: {
        rows: {
          teamId: number;
          name: string;
          wrong: number;
          challenge: string;
          solvedAt: number | null;
        }[];
        total: number;
      };
      idle: {
        rows: {
          teamId: number;
          name: string;
          seenAt: number | null;
        }[];
        total: number;
      };
      matches: {
        rows: {
          at: number;
          team: string;
          owner: string;
          challenge: string;
        }[];
        total: number;
      };
      tickets: {
        rows: {
          id: number;
          team: string;
          title: string;
          since: number;
          owner: string | null;
        }[];
        total: number;
        unassigned: number;
      };
      bloods: {
        at: number;
        team: string;
        challenge: string;
      }[];
      actions: {
        at: number;
        by: string | null;
        action: string;
      }[];
      coming: {
        at: number;
        /** @enum {string} */
        what: "resume" | "release" | "freeze" | "end" | "extra" | "writeups";
        count: number;
        title: string | null;
      }[];
    };
    GameSignals: {
      pairs: {
        teams: [
          {
            participationId: number;
            teamId: number;
            name: string;
            division: string | null;
          },
          {
            participationId: number;
            teamId: number;
            name: string;
            division: string | null;
          }
        ];
        strength: number;
        matches: number[];
        matchCount: number;
        close: {
          challengeId: number;
          challenge: string;
          first: number;
          /** Format: date-time */
          time: string;
          gap: number;
          submissions: [
            number,
            number
          ];
        }[];
        decoys: number[];
        decoyCount: number;
        entries: number[];
        entryCount: number;
        steps: {
          challengeIds: [
            number,
            number
          ];
          challenges: [
            string,
            string
          ];
          first: number;
          /** Format: date-time */
          time: string;
          gap: number;
          submissions: [
            number,
            number
          ];
        }[];
        stepCount: number;
        sameAddress: boolean;
      }[];
      pairCount: number;
      unopened: {
        team: {
          participationId: number;
          teamId: number;
          name: string;
          division: string | null;
        };
        solves: {
          challengeId: number;
          challenge: string;
          /** Format: date-time */
          time: string;
          submission: number;
        }[];
        count: number;
      }[] | null;
      undownloaded: {
        teams: {
          team: {
            participationId: number;
            teamId: number;
            name: string;
            division: string | null;
          };
          solves: {
            challengeId: number;
            challenge: string;
            /** Format: date-time */
            time: string;
            submission: number;
          }[];
          count: number;
        }[] | null;
        silent: number;
        solves: number;
      };
      decoys: {
        team: {
          participationId: number;
          teamId: number;
          name: string;
          division: string | null;
        };
        sent: {
          challengeId: number;
          challenge: string;
          /** Format: date-time */
          time: string;
          submission: number;
        }[];
        count: number;
      }[];
      entries: {
        team: {
          participationId: number;
          teamId: number;
          name: string;
          division: string | null;
        };
        hints: {
          event: number;
          challenge: string;
          /** Format: date-time */
          time: string;
          /** @enum {string} */
          sign: "account" | "networks";
          detail: string;
        }[];
        count: number;
      }[];
      unopenedSolves: number;
      solves: number;
    };
    WebhookModel: {
      /** Format: uuid */
      id: string;
      name: string;
      /** @enum {string} */
      format: "Standard" | "Discord" | "Slack" | "Telegram" | "Matrix" | "Plugin";
      /** @enum {string} */
      locale: "en-US" | "zh-CN" | "zh-TW" | "ja-JP" | "id-ID" | "ko-KR" | "ru-RU" | "de-DE" | "fr-FR" | "es-ES";
      events: ("solve" | "first_blood" | "second_blood" | "third_blood" | "notice" | "team_accepted" | "game_published" | "game_started" | "game_paused" | "game_resumed" | "game_frozen" | "game_ended" | "game_revealed" | "ticket_opened" | "team_applied" | "team_suspended" | "cheat_detected" | "case_opened" | "case_decided" | "instance_failed" | "check_failing" | "check_passing")[];
      host: string;
      enabled: boolean;
      ended: ("Gone" | "Failing") | null;
      failingSince: string | null;
      /** Format: date-time */
      createdAt: string;
    };
    WebhookCreateModel: {
      name: string;
      events: ("solve" | "first_blood" | "second_blood" | "third_blood" | "notice" | "team_accepted" | "game_published" | "game_started" | "game_paused" | "game_resumed" | "game_frozen" | "game_ended" | "game_revealed" | "ticket_opened" | "team_applied" | "team_suspended" | "cheat_detected" | "case_opened" | "case_decided" | "instance_failed" | "check_failing" | "check_passing")[];
      /**
       * @default en-US
       * @enum {string}
       */
      locale: "en-US" | "zh-CN" | "zh-TW" | "ja-JP" | "id-ID" | "ko-KR" | "ru-RU" | "de-DE" | "fr-FR" | "es-ES";
      /** @enum {string} */
      format: "Standard" | "Discord" | "Slack" | "Telegram" | "Matrix" | "Plugin";
      url?: string | null;
      token?: string | null;
      room?: string | null;
      plugin?: string | null;
    };
    WebhookSecretModel: {
      /** Format: uuid */
      id: string;
      secret: string;
    };
    WebhookUpdateModel: {
      name: string;
      events: ("solve" | "first_blood" | "second_blood" | "third_blood" | "notice" | "team_accepted" | "game_published" | "game_started" | "game_paused" | "game_resumed" | "game_frozen" | "game_ended" | "game_revealed" | "ticket_opened" | "team_applied" | "team_suspended" | "cheat_detected" | "case_opened" | "case_decided" | "instance_failed" | "check_failing" | "check_passing")[];
      /** @enum {string} */
      locale: "en-US" | "zh-CN" | "zh-TW" | "ja-JP" | "id-ID" | "ko-KR" | "ru-RU" | "de-DE" | "fr-FR" | "es-ES";
      enabled: boolean;
    };
    WebhookResultModel: {
      status: number | null;
      answer: string | null;
      error: string | null;
    };
    WebhookDeliveryModel: {
      /** Format: uuid */
      id: string;
      event: string;
      payload: unknown;
      /** @enum {string} */
      state: "Pending" | "Delivered" | "Failed";
      attempts: number;
      /** Format: date-time */
      createdAt: string;
      dueAt: string | null;
      triedAt: string | null;
      status: number | null;
      answer: string | null;
      error: string | null;
    };
    WhatIfModel: {
      entries: number;
      same: boolean;
      teams: {
        before: number;
        after: number;
      };
      moved: number;
      up: number;
      down: number;
      rescored: number;
      climbers: {
        participationId: number;
        name: string;
        before: {
          rank: number;
          score: number;
        } | null;
        after: {
          rank: number;
          score: number;
        } | null;
      }[];
      fallers: {
        participationId: number;
        name: string;
        before: {
          rank: number;
          score: number;
        } | null;
        after: {
          rank: number;
          score: number;
        } | null;
      }[];
      bloodChanges: number;
      bloods: {
        challengeId: number;
        title: string;
        place: number;
        before: string | null;
        after: string | null;
      }[];
      before: {
        participationId: number;
        name: string;
        before: {
          rank: number;
          score: number;
        } | null;
        after: {
          rank: number;
          score: number;
        } | null;
      }[];
      after: {
        participationId: number;
        name: string;
        before: {
          rank: number;
          score: number;
        } | null;
        after: {
          rank: number;
          score: number;
        } | null;
      }[];
    };
    TeamWorkspaceRow: {
      id: number;
      title: string;
      category: string;
      customCategory: components["schemas"]["CustomCategoryModel"] | null;
      solved: boolean;
      on: {
        /** Format: uuid */
        id: string;
        name: string;
      }[];
      note: components["schemas"]["TeamNote"] | null;
    };
    TeamNote: {
      text: string;
      version: number;
      by: string | null;
      /** Format: date-time */
      time: string;
    };
    TeamClaims: {
      [key: string]: {
        name: string;
        avatar: string | null;
      }[];
    };
    TeamClaimModel: {
      on: boolean;
    };
    TeamNoteModel: {
      text: string;
      version: number;
    };
    ClientCaptchaInfoModel: {
      /** @enum {string} */
      type: "None" | "GoogleRecaptcha" | "CloudflareTurnstile";
      siteKey: string;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
};
export type $defs = Record<string, never>;
export interface operations {
  accountRegister: {
    parameters: {
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "userName": "c6bc6432e",
         *       "password": "a aaaa aaaa",
         *       "email": "c6bc6432e@example.org"
         *     }
         */
        "application/json": {
          userName: string;
          password: string & (unknown & unknown);
          email: string;
          challenge?: string | null;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "title": "You are registered and logged in.",
           *       "data": "LoggedIn",
           *       "status": 200
           *     }
           */
          "application/json": {
            title: string;
            /** @enum {string} */
            data: "LoggedIn" | "AdminConfirmationRequired" | "EmailConfirmationRequired";
            status: number;
          };
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  accountLogIn: {
    parameters: {
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "userName": "c6bc6432e",
         *       "password": "a aaaa aaaa"
         *     }
         */
        "application/json": {
          userName: string & (unknown & unknown);
          password: string & (unknown & unknown);
          challenge?: string | null;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  accountLogOut: {
    parameters: {
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  accountVerify: {
    parameters: {
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "token": "A0AAAAaaAaaAa0aAA0aaAaaaA0AAAAaAAAaaAAaAaAAaA0aAaAaAAAA0Aa==",
         *       "email": "bTJhZWUyY2I2QGV4YW1wbGUub3Jn"
         *     }
         */
        "application/json": {
          token: string & (unknown & unknown);
          email: string & (unknown & unknown);
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  accountRecovery: {
    parameters: {
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "email": "newm2aee2cb6@example.org"
         *     }
         */
        "application/json": {
          email: string;
          challenge?: string | null;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "title": "If an account uses this address, we have sent an email to it.",
           *       "status": 200
           *     }
           */
          "application/json": {
            title: string;
            status: number;
          };
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  accountPasswordReset: {
    parameters: {
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "rToken": "AaAAA00aAAa0AAaAAaAaaaa0A0aAa0AaaAAaAA0AaAA0aAAaA0aaAaaAaa==",
         *       "email": "bmV3bTJhZWUyY2I2QGV4YW1wbGUub3Jn",
         *       "password": "a aaaaa aaaa"
         *     }
         */
        "application/json": {
          rToken: string & (unknown & unknown);
          email: string & (unknown & unknown);
          password: string & (unknown & unknown);
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  accountChangePassword: {
    parameters: {
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "old": "a pass word",
         *       "new": "another pass"
         *     }
         */
        "application/json": {
          old: string & (unknown & unknown);
          new: string & (unknown & unknown);
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  accountChangeEmail: {
    parameters: {
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "newMail": "newm2aee2cb6@example.org"
         *     }
         */
        "application/json": {
          newMail: string;
          password?: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "title": "We sent an email to the new address. Open its link to confirm.",
           *       "data": true,
           *       "status": 200
           *     }
           */
          "application/json": {
            title: string;
            status: number;
            data: boolean;
          };
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  accountMailChangeConfirm: {
    parameters: {
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "token": "AaAAAAaAA0aaA0aAAAaAAAAaaaaAA0AAAAaaAaAAAAAaaaaaAAa0aAAaAA==",
         *       "email": "bmV3bTJhZWUyY2I2QGV4YW1wbGUub3Jn"
         *     }
         */
        "application/json": {
          token: string & (unknown & unknown);
          email: string & (unknown & unknown);
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  accountProfile: {
    parameters: {
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "userId": "01a21eeb-057b-7336-915f-5fd45165ccef",
           *       "userName": "c6bc6432e",
           *       "email": "c6bc6432e@example.org",
           *       "bio": "",
           *       "phone": null,
           *       "realName": "",
           *       "stdNumber": "",
           *       "affiliation": "",
           *       "website": null,
           *       "country": null,
           *       "pageVisibility": "Nobody",
           *       "role": "User",
           *       "avatar": "/assets/d2b75c60955b11b1e1465cb0489be25d712336c7786d914f9b9069a43250f93a/avatar"
           *     }
           */
          "application/json": {
            userId: string | null;
            userName: string | null;
            email: string | null;
            bio: string | null;
            phone: string | null;
            realName: string | null;
            stdNumber: string | null;
            avatar: string | null;
            role: ("Banned" | "User" | "Monitor" | "Admin") | null;
            affiliation: string;
            website: string | null;
            country: string | null;
            /** @enum {string} */
            pageVisibility: "Nobody" | "TeamMates" | "Everybody";
          };
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  accountData: {
    parameters: {
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/zip": string;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  accountAvatar: {
    parameters: {
    };
    requestBody: {
      content: {
        "multipart/form-data": {
          /** Format: binary */
          file?: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /** @example /assets/d2b75c60955b11b1e1465cb0489be25d712336c7786d914f9b9069a43250f93a/avatar.webp */
          "application/json": string;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  accountUpdate: {
    parameters: {
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "userName": "c6bc6432ex",
         *       "bio": "sails",
         *       "phone": null
         *     }
         */
        "application/json": {
          userName?: string | null;
          bio?: string | null;
          phone?: string | null;
          realName?: string | null;
          stdNumber?: string | null;
          affiliation?: string | null;
          website?: string | null;
          country?: ("" | "AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "YE" | "YT" | "ZA" | "ZM" | "ZW") | null;
          /** @enum {string} */
          pageVisibility?: "Nobody" | "TeamMates" | "Everybody";
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  adminInstances: {
    parameters: {
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "team": {
           *             "id": 10,
           *             "name": "Team b114fb82 1",
           *             "avatar": null
           *           },
           *           "challenge": {
           *             "id": 11,
           *             "title": "challenge 001",
           *             "category": "Misc",
           *             "customCategory": null
           *           },
           *           "image": "harbour/tide:1",
           *           "containerGuid": "672e7da5-865a-4f3b-8d98-b329f8d3a09c",
           *           "containerId": "672e7da5865a4f3b8d98b329f8d3a09c672e7da5865a4f3b8d98b329f8d3a09c",
           *           "startedAt": "2026-12-01T00:08:45.472+00:00",
           *           "expectStopAt": "2026-12-01T01:27:45.472+00:00",
           *           "ip": "198.51.100.7",
           *           "port": 20001
           *         },
           *         {
           *           "team": {
           *             "id": 18,
           *             "name": "Team a2f4fc71 1",
           *             "avatar": null
           *           },
           *           "challenge": {
           *             "id": 18,
           *             "title": "challenge 001",
           *             "category": "Misc",
           *             "customCategory": null
           *           },
           *           "image": "harbour/tide:1",
           *           "containerGuid": "afb2548a-cb10-4ce8-b890-803ea1c1803a",
           *           "containerId": "afb2548acb104ce8b890803ea1c1803aafb2548acb104ce8b890803ea1c1803a",
           *           "startedAt": "2026-12-01T00:09:01.617+00:00",
           *           "expectStopAt": "2026-12-01T01:08:01.617+00:00",
           *           "ip": "198.51.100.7",
           *           "port": 20417
           *         }
           *       ],
           *       "length": 2,
           *       "total": 2
           *     }
           */
          "application/json": {
            data: components["schemas"]["ContainerInstanceModel"][];
            length: number;
            total: number;
          };
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  adminInstanceUsage: {
    parameters: {
      query?: {
        ids?: string[];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /** @example [] */
          "application/json": {
            instance: string;
            cpu: number;
            memoryMb: number;
            pids: number | null;
          }[];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  adminInstance: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "afb2548a-cb10-4ce8-b890-803ea1c1803a",
           *       "kind": "team",
           *       "state": "ready",
           *       "ending": false,
           *       "reason": null,
           *       "error": null,
           *       "image": "harbour/tide:1",
           *       "entry": "198.51.100.7:20417",
           *       "lifetime": 60,
           *       "extensions": 0,
           *       "attempts": 0,
           *       "waitsFor": null,
           *       "detail": null,
           *       "memoryMb": 128,
           *       "cpu": 5,
           *       "requestedBy": "ua2f4fc71x1",
           *       "engine": "unix:///var/run/docker.sock",
           *       "team": {
           *         "id": 18,
           *         "name": "Team a2f4fc71 1",
           *         "avatar": null
           *       },
           *       "challenge": {
           *         "id": 18,
           *         "title": "challenge 001",
           *         "category": "Misc",
           *         "customCategory": null
           *       },
           *       "game": {
           *         "id": 15,
           *         "title": "Game a2f4fc71"
           *       },
           *       "requestedAt": "2026-12-01T00:08:01.617+00:00",
           *       "startedAt": "2026-12-01T00:09:01.617+00:00",
           *       "readyAt": "2026-12-01T00:08:01.617+00:00",
           *       "expiresAt": "2026-12-01T01:08:01.617+00:00",
           *       "endedAt": null,
           *       "nextAt": null,
           *       "spec": {
           *         "cpu": 5,
           *         "flag": "env",
           *         "pids": 256,
           *         "image": "harbour/tide:1",
           *         "diskMb": 256,
           *         "egress": "none",
           *         "images": [
           *           "harbour/tide:1"
           *         ],
           *         "flagPath": "/run/halyard/flag",
           *         "memoryMb": 128,
           *         "readOnly": true,
           *         "services": [],
           *         "readiness": "tcp",
           *         "egressHosts": [],
           *         "needsDocker": null,
           *         "capabilities": [],
           *         "clusterLimit": null,
           *         "startTimeout": 60,
           *         "keepAfterSolve": 0,
           *         "readinessTarget": ""
           *       },
           *       "container": "afb2548acb104ce8b890803ea1c1803aafb2548acb104ce8b890803ea1c1803a",
           *       "endpoints": [
           *         {
           *           "title": "",
           *           "service": "",
           *           "port": 8080,
           *           "protocol": "http",
           *           "published": 20417,
           *           "address": "172.30.0.2",
           *           "entry": "198.51.100.7:20417",
           *           "url": "http://tide-afb2548a.localhost:29379/",
           *           "tls": null
           *         }
           *       ],
           *       "exitCode": null,
           *       "lastLog": null,
           *       "events": [
           *         {
           *           "at": "2026-12-01T00:09:01.619+00:00",
           *           "event": "ready",
           *           "reason": null,
           *           "detail": null,
           *           "actor": null
           *         },
           *         {
           *           "at": "2026-12-01T00:08:01.619+00:00",
           *           "event": "queued",
           *           "reason": null,
           *           "detail": null,
           *           "actor": null
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["InstanceDetailsModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  adminDestroyInstance: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  adminInstanceLogs: {
    parameters: {
      query?: {
        since?: number;
      };
      path: {
        id: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "at": 1795815013521,
           *         "stream": "stdout",
           *         "text": "listening"
           *       },
           *       {
           *         "at": 1795815013521,
           *         "stream": "stdout",
           *         "text": "segfault"
           *       }
           *     ]
           */
          "application/json": {
            at: number;
            /** @enum {string} */
            stream: "stdout" | "stderr";
            text: string;
          }[];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  adminInstanceTraffic: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "connections": 0,
           *       "bytesIn": 0,
           *       "bytesOut": 0
           *     }
           */
          "application/json": components["schemas"]["InstanceTrafficModel"] | null;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  adminExtendInstance: {
    parameters: {
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "minutes": 15
         *     }
         */
        "application/json": {
          minutes: number;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "afb2548a-cb10-4ce8-b890-803ea1c1803a",
           *       "kind": "team",
           *       "state": "ready",
           *       "ending": false,
           *       "reason": null,
           *       "error": null,
           *       "image": "harbour/tide:1",
           *       "entry": "198.51.100.7:20417",
           *       "lifetime": 60,
           *       "extensions": 1,
           *       "attempts": 0,
           *       "waitsFor": null,
           *       "detail": null,
           *       "memoryMb": 128,
           *       "cpu": 5,
           *       "requestedBy": "ua2f4fc71x1",
           *       "engine": "unix:///var/run/docker.sock",
           *       "team": {
           *         "id": 18,
           *         "name": "Team a2f4fc71 1",
           *         "avatar": null
           *       },
           *       "challenge": {
           *         "id": 18,
           *         "title": "challenge 001",
           *         "category": "Misc",
           *         "customCategory": null
           *       },
           *       "game": {
           *         "id": 15,
           *         "title": "Game a2f4fc71"
           *       },
           *       "requestedAt": "2026-12-01T00:08:01.617+00:00",
           *       "startedAt": "2026-12-01T00:09:01.617+00:00",
           *       "readyAt": "2026-12-01T00:08:01.617+00:00",
           *       "expiresAt": "2026-12-01T01:23:01.617+00:00",
           *       "endedAt": null,
           *       "nextAt": null,
           *       "spec": {
           *         "cpu": 5,
           *         "flag": "env",
           *         "pids": 256,
           *         "image": "harbour/tide:1",
           *         "diskMb": 256,
           *         "egress": "none",
           *         "images": [
           *           "harbour/tide:1"
           *         ],
           *         "flagPath": "/run/halyard/flag",
           *         "memoryMb": 128,
           *         "readOnly": true,
           *         "services": [],
           *         "readiness": "tcp",
           *         "egressHosts": [],
           *         "needsDocker": null,
           *         "capabilities": [],
           *         "clusterLimit": null,
           *         "startTimeout": 60,
           *         "keepAfterSolve": 0,
           *         "readinessTarget": ""
           *       },
           *       "container": "afb2548acb104ce8b890803ea1c1803aafb2548acb104ce8b890803ea1c1803a",
           *       "endpoints": [
           *         {
           *           "title": "",
           *           "service": "",
           *           "port": 8080,
           *           "protocol": "http",
           *           "published": 20417,
           *           "address": "172.30.0.2",
           *           "entry": "198.51.100.7:20417",
           *           "url": "http://tide-afb2548a.localhost:29379/",
           *           "tls": null
           *         }
           *       ],
           *       "exitCode": null,
           *       "lastLog": null,
           *       "events": [
           *         {
           *           "at": "2026-12-01T00:28:01.756+00:00",
           *           "event": "extended",
           *           "reason": null,
           *           "detail": "15",
           *           "actor": "Admin"
           *         },
           *         {
           *           "at": "2026-12-01T00:09:01.619+00:00",
           *           "event": "ready",
           *           "reason": null,
           *           "detail": null,
           *           "actor": null
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["InstanceDetailsModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  adminEngines: {
    parameters: {
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "id": 1,
           *         "kind": "docker",
           *         "address": "unix:///contract.sock",
           *         "namespace": null,
           *         "state": "up",
           *         "since": "2026-11-30T12:25:39.586+00:00",
           *         "latencyMs": 11,
           *         "error": null,
           *         "info": {
           *           "os": "linux",
           *           "cpus": 16,
           *           "version": "27.3.1",
           *           "memoryMb": 65536,
           *           "runtimes": [
           *             "runc"
           *           ],
           *           "diskQuota": false,
           *           "architecture": "x86_64",
           *           "storageDriver": "overlay2"
           *         },
           *         "capacity": {
           *           "memoryMb": 49152,
           *           "cpu": 640,
           *           "places": 250
           *         },
           *         "reserved": {
           *           "memoryMb": 224,
           *           "cpu": 6,
           *           "places": 2
           *         },
           *         "endingSoon": 1,
           *         "draining": false,
           *         "guard": "guarded",
           *         "guardReport": null,
           *         "allowsHosts": false,
           *         "testing": false,
           *         "orphansRemoved": 0,
           *         "managed": false,
           *         "hasKeys": false,
           *         "entry": null,
           *         "bind": null,
           *         "most": {
           *           "memoryMb": null,
           *           "cpu": null,
           *           "places": null
           *         },
           *         "nodes": [],
           *         "accepted": null
           *       },
           *       {
           *         "id": 3,
           *         "kind": "docker",
           *         "address": "unix:///var/run/docker.sock",
           *         "namespace": null,
           *         "state": "up",
           *         "since": "2026-11-30T12:25:55.779+00:00",
           *         "latencyMs": 11,
           *         "error": null,
           *         "info": {
           *           "os": "linux",
           *           "cpus": 16,
           *           "version": "27.3.1",
           *           "memoryMb": 65536,
           *           "runtimes": [
           *             "runc"
           *           ],
           *           "diskQuota": false,
           *           "architecture": "x86_64",
           *           "storageDriver": "overlay2"
           *         },
           *         "capacity": {
           *           "memoryMb": 49152,
           *           "cpu": 640,
           *           "places": 250
           *         },
           *         "reserved": {
           *           "memoryMb": 144,
           *           "cpu": 5,
           *           "places": 1
           *         },
           *         "endingSoon": 0,
           *         "draining": false,
           *         "guard": "guarded",
           *         "guardReport": null,
           *         "allowsHosts": false,
           *         "testing": false,
           *         "orphansRemoved": 0,
           *         "managed": false,
           *         "hasKeys": false,
           *         "entry": null,
           *         "bind": null,
           *         "most": {
           *           "memoryMb": null,
           *           "cpu": null,
           *           "places": null
           *         },
           *         "nodes": [],
           *         "accepted": null
           *       }
           *     ]
           */
          "application/json": components["schemas"]["EngineModel"][];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  adminAddEngine: {
    parameters: {
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "address": "unix:///run/second.sock",
         *       "places": 5
         *     }
         */
        "application/json": {
          /** @enum {string} */
          kind?: "docker" | "swarm" | "kubernetes";
          address: string;
          keys?: {
            ca: string;
            cert?: string;
            key?: string;
            token?: string;
          } | null;
          /** @default null */
          namespace?: string | null;
          /** @default null */
          entry?: string | null;
          /** @default null */
          bind?: (string) | null;
          memoryMb?: number | null;
          cpu?: number | null;
          places?: number | null;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 4,
           *       "kind": "docker",
           *       "address": "unix:///run/second.sock",
           *       "namespace": null,
           *       "state": "down",
           *       "since": "2026-11-30T12:25:56.209+00:00",
           *       "latencyMs": null,
           *       "error": null,
           *       "info": null,
           *       "capacity": {
           *         "memoryMb": 0,
           *         "cpu": 0,
           *         "places": 0
           *       },
           *       "reserved": {
           *         "memoryMb": 0,
           *         "cpu": 0,
           *         "places": 0
           *       },
           *       "endingSoon": 0,
           *       "draining": false,
           *       "guard": "unknown",
           *       "guardReport": null,
           *       "allowsHosts": false,
           *       "testing": true,
           *       "orphansRemoved": 0,
           *       "managed": true,
           *       "hasKeys": false,
           *       "entry": null,
           *       "bind": null,
           *       "most": {
           *         "memoryMb": null,
           *         "cpu": null,
           *         "places": 5
           *       },
           *       "nodes": [],
           *       "accepted": null
           *     }
           */
          "application/json": components["schemas"]["EngineModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  adminUpdateEngine: {
    parameters: {
      path: {
        id: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "address": "unix:///run/second.sock",
         *       "places": 5,
         *       "entry": "play.example.org"
         *     }
         */
        "application/json": {
          /** @enum {string} */
          kind?: "docker" | "swarm" | "kubernetes";
          address: string;
          keys?: {
            ca: string;
            cert?: string;
            key?: string;
            token?: string;
          } | null;
          /** @default null */
          namespace?: string | null;
          /** @default null */
          entry?: string | null;
          /** @default null */
          bind?: (string) | null;
          memoryMb?: number | null;
          cpu?: number | null;
          places?: number | null;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 4,
           *       "kind": "docker",
           *       "address": "unix:///run/second.sock",
           *       "namespace": null,
           *       "state": "down",
           *       "since": "2026-11-30T12:25:56.209+00:00",
           *       "latencyMs": null,
           *       "error": null,
           *       "info": null,
           *       "capacity": {
           *         "memoryMb": 0,
           *         "cpu": 0,
           *         "places": 0
           *       },
           *       "reserved": {
           *         "memoryMb": 0,
           *         "cpu": 0,
           *         "places": 0
           *       },
           *       "endingSoon": 0,
           *       "draining": false,
           *       "guard": "unknown",
           *       "guardReport": null,
           *       "allowsHosts": false,
           *       "testing": true,
           *       "orphansRemoved": 0,
           *       "managed": true,
           *       "hasKeys": false,
           *       "entry": "play.example.org",
           *       "bind": null,
           *       "most": {
           *         "memoryMb": null,
           *         "cpu": null,
           *         "places": 5
           *       },
           *       "nodes": [],
           *       "accepted": null
           *     }
           */
          "application/json": components["schemas"]["EngineModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  adminRemoveEngine: {
    parameters: {
      query?: {
        lost?: "true" | "false";
      };
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  adminTestEngine: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  adminDrainEngine: {
    parameters: {
      path: {
        id: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "draining": true
         *     }
         */
        "application/json": {
          /** @default true */
          draining?: boolean;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  adminFiles: {
    parameters: {
      query?: {
        count?: number;
        skip?: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "hash": "0d7957aafe1e5f472b4a77624fffd1c5ad62f9fb772819e900a964c39d934403",
           *           "name": "0d7957aafe1e5f472b4a77624fffd1c5ad62f9fb772819e900a964c39d934403",
           *           "size": 74,
           *           "type": "image/webp",
           *           "uses": [
           *             {
           *               "kind": "Trash",
           *               "owner": "4",
           *               "title": "Draft",
           *               "game": null
           *             }
           *           ],
           *           "storedAt": "2026-11-27T21:30:53.256+00:00"
           *         },
           *         {
           *           "hash": "59dc22da8cde1da385cfd0e96800314e99aa8530a0703b78353ea8c9cd258d29",
           *           "name": "59dc22da8cde1da385cfd0e96800314e99aa8530a0703b78353ea8c9cd258d29",
           *           "size": 218,
           *           "type": "image/webp",
           *           "uses": [
           *             {
           *               "kind": "Trash",
           *               "owner": "1",
           *               "title": "Crew cdf75c14d!",
           *               "game": null
           *             }
           *           ],
           *           "storedAt": "2026-11-27T21:30:51.438+00:00"
           *         }
           *       ],
           *       "length": 4,
           *       "total": 4
           *     }
           */
          "application/json": {
            data: components["schemas"]["LocalFile"][];
            length: number;
            total: number;
          };
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  adminLogs: {
    parameters: {
      query?: {
        count?: number;
        skip?: number;
        level?: ("Information" | "Warning" | "Error" | "Fatal") | null;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "id": 60,
           *         "level": "Information",
           *         "process": "web",
           *         "status": "Success",
           *         "event": "game_deleted",
           *         "time": "2026-11-27T21:30:55.439+00:00",
           *         "ip": "127.0.0.1",
           *         "name": "Admin",
           *         "msg": "Game deleted (game: 4)"
           *       },
           *       {
           *         "id": 59,
           *         "level": "Information",
           *         "process": "scoring",
           *         "status": "Success",
           *         "event": "board_opened",
           *         "time": "2026-11-27T21:30:55.142+00:00",
           *         "ip": "",
           *         "name": "System",
           *         "msg": "Scoreboard opened (ms: 165, seq: 3, game: 4)"
           *       }
           *     ]
           */
          "application/json": components["schemas"]["LogMessageModel"][];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  adminPlugins: {
    parameters: {
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /** @example [] */
          "application/json": components["schemas"]["PluginModel"][];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  adminWriteups: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "id": 6,
           *         "team": {
           *           "id": 5,
           *           "name": "Crew pfb96c225",
           *           "bio": null,
           *           "avatar": null,
           *           "affiliation": null,
           *           "website": null,
           *           "country": null,
           *           "locked": true,
           *           "members": null
           *         },
           *         "url": "/assets/f3f90bf0d9d1475c890f62bcfc3e39b8dfb118ef73d903d2028acd29a3d0ca3b/Writeup-5-5-20261128-15.37.15Z.pdf",
           *         "uploadTimeUtc": "2026-11-28T15:37:15.428+00:00",
           *         "fileSize": 411,
           *         "consent": true,
           *         "published": false
           *       }
           *     ]
           */
          "application/json": components["schemas"]["WriteupInfoModel"][];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  adminDownloadAllWriteups: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/zip": string;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  adminPublishWriteup: {
    parameters: {
      path: {
        id: number;
        partId: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "published": true
         *     }
         */
        "application/json": components["schemas"]["WriteupPublishingModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  adminGetConfigs: {
    parameters: {
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "accountPolicy": {
           *         "allowRegister": true,
           *         "activeOnRegister": true,
           *         "useCaptcha": false,
           *         "emailConfirmationRequired": false,
           *         "emailDomainList": "",
           *         "onlyProviders": false,
           *         "staffSecondFactor": false
           *       },
           *       "containerPolicy": {
           *         "autoDestroyOnLimitReached": false,
           *         "defaultLifetime": 120,
           *         "extensionDuration": 120,
           *         "renewalWindow": 10,
           *         "captureRetention": 90,
           *         "maxExerciseContainerCountPerUser": 1
           *       },
           *       "globalConfig": {
           *         "title": "GZ",
           *         "slogan": "Hack for fun not for profit",
           *         "description": "",
           *         "footerInfo": null,
           *         "customTheme": null,
           *         "logoHash": null,
           *         "faviconHash": null
           *       },
           *       "version": "b833661d5f73af73"
           *     }
           */
          "application/json": components["schemas"]["ConfigEditModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  adminUpdateConfigs: {
    parameters: {
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "accountPolicy": {
         *         "allowRegister": true,
         *         "activeOnRegister": true,
         *         "useCaptcha": false,
         *         "emailConfirmationRequired": false,
         *         "emailDomainList": "",
         *         "onlyProviders": false,
         *         "staffSecondFactor": false
         *       },
         *       "containerPolicy": {
         *         "autoDestroyOnLimitReached": false,
         *         "defaultLifetime": 120,
         *         "extensionDuration": 120,
         *         "renewalWindow": 10,
         *         "captureRetention": 90,
         *         "maxExerciseContainerCountPerUser": 1
         *       },
         *       "globalConfig": {
         *         "title": "GZ",
         *         "slogan": "Hack for fun not for profit",
         *         "description": "",
         *         "footerInfo": null,
         *         "customTheme": null,
         *         "logoHash": null,
         *         "faviconHash": null
         *       },
         *       "version": "b833661d5f73af73"
         *     }
         */
        "application/json": {
          accountPolicy?: {
            allowRegister?: boolean | null;
            activeOnRegister?: boolean | null;
            useCaptcha?: boolean | null;
            emailConfirmationRequired?: boolean | null;
            emailDomainList?: string | null;
            onlyProviders?: boolean | null;
            staffSecondFactor?: boolean | null;
          } | null;
          containerPolicy?: {
            autoDestroyOnLimitReached?: boolean | null;
            maxExerciseContainerCountPerUser?: number | null;
            defaultLifetime?: number | null;
            extensionDuration?: number | null;
            renewalWindow?: number | null;
            captureRetention?: number | null;
          } | null;
          globalConfig?: {
            title?: string | null;
            slogan?: string | null;
            description?: string | null;
            footerInfo?: string | null;
            customTheme?: (string & (unknown & unknown)) | null;
            logoHash?: string | null;
            faviconHash?: string | null;
          } | null;
          expectedVersion?: string | null;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  adminUpdateLogo: {
    parameters: {
    };
    requestBody: {
      content: {
        "multipart/form-data": {
          /** Format: binary */
          file?: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  adminResetLogo: {
    parameters: {
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  adminEditParticipation: {
    parameters: {
      path: {
        id: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "organization": "School"
         *     }
         */
        "application/json": components["schemas"]["ParticipationEditModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  adminParticipation: {
    parameters: {
      path: {
        id: number;
        status: "Pending" | "Accepted" | "Rejected" | "Suspended" | "Unsubmitted";
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  adminTeams: {
    parameters: {
      query?: {
        count?: number;
        skip?: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": 1,
           *           "name": "Crew pcfd8f9f6",
           *           "bio": null,
           *           "avatar": null,
           *           "affiliation": null,
           *           "website": null,
           *           "country": null,
           *           "locked": true,
           *           "members": [
           *             {
           *               "id": "01a222cd-a7f9-7c6a-a563-90ec79cd1dab",
           *               "userName": "pcfd8f9f6",
           *               "bio": "",
           *               "avatar": null,
           *               "captain": true
           *             }
           *           ],
           *           "adminLocked": false,
           *           "version": 1,
           *           "createdAt": "2026-11-28T15:37:12.981+00:00",
           *           "games": 3
           *         },
           *         {
           *           "id": 3,
           *           "name": "Crew pe301ac49",
           *           "bio": null,
           *           "avatar": null,
           *           "affiliation": null,
           *           "website": null,
           *           "country": null,
           *           "locked": true,
           *           "members": [
           *             {
           *               "id": "01a222cd-af32-7a30-816a-31e73ba44066",
           *               "userName": "pe301ac49",
           *               "bio": "",
           *               "avatar": null,
           *               "captain": true
           *             }
           *           ],
           *           "adminLocked": false,
           *           "version": 1,
           *           "createdAt": "2026-11-28T15:37:14.841+00:00",
           *           "games": 2
           *         }
           *       ],
           *       "length": 3,
           *       "total": 13
           *     }
           */
          "application/json": {
            data: components["schemas"]["AdminTeamInfoModel"][];
            length: number;
            total: number;
          };
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  adminSearchTeams: {
    parameters: {
      query?: {
        hint?: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": 17,
           *           "name": "Crew p5d07d88c",
           *           "bio": null,
           *           "avatar": null,
           *           "affiliation": null,
           *           "website": null,
           *           "country": null,
           *           "locked": false,
           *           "members": [
           *             {
           *               "id": "01a222cd-e527-7a73-9592-0501018e225a",
           *               "userName": "p5d07d88c",
           *               "bio": "",
           *               "avatar": null,
           *               "captain": true
           *             }
           *           ],
           *           "adminLocked": false,
           *           "version": 1,
           *           "createdAt": "2026-11-28T15:37:28.644+00:00",
           *           "games": 0
           *         }
           *       ],
           *       "length": 1,
           *       "total": 1
           *     }
           */
          "application/json": {
            data: components["schemas"]["AdminTeamInfoModel"][];
            length: number;
            total: number;
          };
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  adminUpdateTeam: {
    parameters: {
      path: {
        id: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "locked": true
         *     }
         */
        "application/json": components["schemas"]["AdminTeamModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  adminDeleteTeam: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  adminTrash: {
    parameters: {
      query?: {
        count?: number;
        skip?: number;
        kind?: "game" | "challenge" | "team" | "flag";
        by?: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": 5,
           *           "kind": "team",
           *           "targetId": 16,
           *           "title": "Crew p8917dc10",
           *           "counts": {
           *             "teams": 1,
           *             "team_members": 1
           *           },
           *           "game": null,
           *           "deletedAt": "2026-11-27T21:31:12.709+00:00",
           *           "deletedBy": {
           *             "id": "01a21eea-aacc-75fc-941b-90fbc4001f58",
           *             "name": "Admin"
           *           },
           *           "purgeAt": "2026-12-27T21:31:12.709+00:00"
           *         }
           *       ],
           *       "length": 1,
           *       "total": 2
           *     }
           */
          "application/json": {
            data: components["schemas"]["TrashEntryModel"][];
            length: number;
            total: number;
          };
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  adminDeleteTrash: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  adminRestoreTrash: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "kind": "team",
           *       "targetId": 16,
           *       "title": "Crew p8917dc10",
           *       "gameId": null
           *     }
           */
          "application/json": {
            /** @enum {string} */
            kind: "game" | "challenge" | "team" | "flag";
            targetId: number;
            title: string;
            gameId: number | null;
          };
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  adminUsers: {
    parameters: {
      query?: {
        count?: number;
        skip?: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "01a21eea-aacc-75fc-941b-90fbc4001f58",
           *           "userName": "Admin",
           *           "realName": "",
           *           "stdNumber": "",
           *           "phone": null,
           *           "bio": "",
           *           "ip": "127.0.0.1",
           *           "email": "admin@localhost",
           *           "avatar": null,
           *           "role": "Admin",
           *           "emailConfirmed": true,
           *           "version": "d9258d799239d73be65ee2d38726448c",
           *           "registerTimeUtc": "2026-11-27T21:30:25.356+00:00",
           *           "lastVisitedUtc": "2026-11-27T21:30:47.06+00:00"
           *         },
           *         {
           *           "id": "01a21eeb-02da-726c-ac29-a15d9c0632cc",
           *           "userName": "pec4fc67e",
           *           "realName": "",
           *           "stdNumber": "",
           *           "phone": null,
           *           "bio": "",
           *           "ip": "127.0.0.1",
           *           "email": "pec4fc67e@example.org",
           *           "avatar": null,
           *           "role": "User",
           *           "emailConfirmed": true,
           *           "version": "2c643782fe73cfa4fa4456d61ecbdbbe",
           *           "registerTimeUtc": "2026-11-27T21:30:47.898+00:00",
           *           "lastVisitedUtc": "2026-11-27T21:30:47.987+00:00"
           *         }
           *       ],
           *       "length": 5,
           *       "total": 24
           *     }
           */
          "application/json": {
            data: components["schemas"]["UserInfoModel"][];
            length: number;
            total: number;
          };
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  adminAddUsers: {
    parameters: {
      query?: {
        dryRun?: boolean;
        overwrite?: boolean;
      };
    };
    requestBody: {
      content: {
        /**
         * @example [
         *       {
         *         "userName": "b7128586f",
         *         "email": "99630b57@example.org",
         *         "password": "a aaaa aaaa",
         *         "teamName": "Bulk 667a777a"
         *       },
         *       {
         *         "userName": "bdb413a82",
         *         "email": "6eaae2bc@example.org",
         *         "password": "a aaaa aaaa"
         *       }
         *     ]
         */
        "application/json": {
          userName: string;
          email: string;
          password: string & (unknown & unknown);
          realName?: string | null;
          stdNumber?: string | null;
          phone?: string | null;
          affiliation?: string | null;
          website?: string | null;
          country?: ("" | "AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "YE" | "YT" | "ZA" | "ZM" | "ZW") | null;
          teamName?: string | null;
          team?: {
            affiliation?: string | null;
            website?: string | null;
            country?: ("" | "AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "YE" | "YT" | "ZA" | "ZM" | "ZW") | null;
          } | null;
        }[];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "done": false,
           *       "created": 2,
           *       "overwritten": 0,
           *       "refused": 0,
           *       "teams": 1,
           *       "rows": [
           *         {
           *           "line": 1,
           *           "userName": "b7128586f",
           *           "email": "99630b57@example.org",
           *           "teamName": "Bulk 667a777a",
           *           "outcome": "create",
           *           "error": null,
           *           "password": null
           *         },
           *         {
           *           "line": 2,
           *           "userName": "bdb413a82",
           *           "email": "6eaae2bc@example.org",
           *           "teamName": null,
           *           "outcome": "create",
           *           "error": null,
           *           "password": null
           *         }
           *       ]
           *     }
           */
          "application/json": {
            done: boolean;
            created: number;
            overwritten: number;
            refused: number;
            teams: number;
            rows: {
              line: number;
              userName: string;
              email: string;
              teamName: string | null;
              /** @enum {string} */
              outcome: "create" | "overwrite" | "refused";
              error: string | null;
              password: string | null;
            }[];
          };
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  adminSearchUsers: {
    parameters: {
      query?: {
        hint?: string & (unknown & unknown);
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "01a21eeb-6069-7c46-8ffd-3c4fc8637f80",
           *           "userName": "bdb413a82",
           *           "realName": "",
           *           "stdNumber": "",
           *           "phone": null,
           *           "bio": "",
           *           "ip": "",
           *           "email": "6eaae2bc@example.org",
           *           "avatar": null,
           *           "role": "User",
           *           "emailConfirmed": true,
           *           "version": "be907f83d47f1301633f9a56324ac5fa",
           *           "registerTimeUtc": "2026-11-27T21:31:11.849+00:00",
           *           "lastVisitedUtc": "1970-01-01T00:00:00+00:00"
           *         }
           *       ],
           *       "length": 1,
           *       "total": 1
           *     }
           */
          "application/json": {
            data: components["schemas"]["UserInfoModel"][];
            length: number;
            total: number;
          };
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  adminUserInfo: {
    parameters: {
      path: {
        userid: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "userId": "01a21eeb-6069-7c46-8ffd-3c4fc8637f80",
           *       "userName": "bdb413a82",
           *       "email": "6eaae2bc@example.org",
           *       "bio": "",
           *       "phone": "+49 381 1",
           *       "realName": "",
           *       "stdNumber": "",
           *       "avatar": null,
           *       "role": "Monitor"
           *     }
           */
          "application/json": {
            userId: string | null;
            userName: string | null;
            email: string | null;
            bio: string | null;
            phone: string | null;
            realName: string | null;
            stdNumber: string | null;
            avatar: string | null;
            role: ("Banned" | "User" | "Monitor" | "Admin") | null;
          };
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  adminUpdateUserInfo: {
    parameters: {
      path: {
        userid: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "role": "Monitor",
         *       "bio": null,
         *       "phone": "+49 381 1"
         *     }
         */
        "application/json": components["schemas"]["AdminUserInfoModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  adminDeleteUser: {
    parameters: {
      path: {
        userid: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  adminUserData: {
    parameters: {
      path: {
        userid: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/zip": string;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  adminEraseUser: {
    parameters: {
      path: {
        userid: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /** @example erased-9e018ea1 */
          "application/json": string;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  adminResetPassword: {
    parameters: {
      path: {
        userid: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /** @example o!Cdiy=l7Vbmacac */
          "application/json": string;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  adminAppearance: {
    parameters: {
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "light": {},
           *       "dark": {},
           *       "footer": {},
           *       "home": {},
           *       "css": "",
           *       "version": "522207aa5102e816"
           *     }
           */
          "application/json": components["schemas"]["AppearanceModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  adminUpdateAppearance: {
    parameters: {
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "light": {
         *         "page": "#fff8ee"
         *       },
         *       "dark": {
         *         "accent": "#e0a030"
         *       },
         *       "home": {
         *         "any": "Welcome to the **regatta**."
         *       },
         *       "css": ".game-list { border-radius: 0 }",
         *       "version": "522207aa5102e816"
         *     }
         */
        "application/json": components["schemas"]["AppearanceUpdateModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "light": {
           *         "page": "#fff8ee"
           *       },
           *       "dark": {
           *         "accent": "#e0a030"
           *       },
           *       "footer": {},
           *       "home": {
           *         "any": "Welcome to the **regatta**."
           *       },
           *       "css": ".game-list { border-radius: 0 }",
           *       "version": "3f3887f8112ccbae"
           *     }
           */
          "application/json": components["schemas"]["AppearanceModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editGameAwards: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "total": 1,
           *       "data": [
           *         {
           *           "challengeId": 1,
           *           "challenge": "Solved",
           *           "participationId": 1,
           *           "team": "Crew pb8845740",
           *           "times": 1,
           *           "points": 5,
           *           "last": "2026-12-01T00:37:43.276+00:00"
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["AwardSumListModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editGiveGameAwards: {
    parameters: {
      path: {
        id: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "key": "aaaa-00:00",
         *       "challengeId": 1,
         *       "awards": [
         *         {
         *           "participationId": 1,
         *           "points": 5
         *         }
         *       ]
         *     }
         */
        "application/json": components["schemas"]["AwardsModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "key": "aaaa-00:00",
           *       "time": "2026-12-01T00:37:43.276+00:00",
           *       "challengeId": 1,
           *       "reason": "",
           *       "awards": [
           *         {
           *           "entry": 14,
           *           "points": 5,
           *           "participationId": 1
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["GivenAwardsModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameGetChallengesWithTrafficCapturing: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /** @example [] */
          "application/json": components["schemas"]["ChallengeTrafficModel"][];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameGetChallengeTraffic: {
    parameters: {
      path: {
        challengeId: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "id": 1,
           *         "teamId": 1,
           *         "name": "Crew pec4fc67e",
           *         "organization": null,
           *         "avatar": null,
           *         "count": 1
           *       }
           *     ]
           */
          "application/json": components["schemas"]["TeamTrafficModel"][];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameGetAllChallengeTraffic: {
    parameters: {
      path: {
        challengeId: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/zip": string;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameGetTeamTrafficAll: {
    parameters: {
      path: {
        challengeId: number;
        partId: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "fileName": "0e1.pcap",
           *         "size": 7,
           *         "updateTime": "2026-11-27T21:30:06.609+00:00"
           *       }
           *     ]
           */
          "application/json": components["schemas"]["FileRecord"][];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameGetAllTeamTraffic: {
    parameters: {
      path: {
        challengeId: number;
        partId: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/zip": string;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameDeleteAllTeamTraffic: {
    parameters: {
      path: {
        challengeId: number;
        partId: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameGetTeamTraffic: {
    parameters: {
      path: {
        challengeId: number;
        partId: number;
        filename: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/octet-stream": string;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameDeleteTeamTraffic: {
    parameters: {
      path: {
        challengeId: number;
        partId: number;
        filename: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameCases: {
    parameters: {
      query?: {
        count?: number;
        skip?: number;
        state?: ("open" | "decided" | "appealed" | "closed") | null;
      };
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "total": 1,
           *       "data": [
           *         {
           *           "number": 1,
           *           "title": "Alike",
           *           "state": "open",
           *           "openedBy": "Admin",
           *           "assignedTo": null,
           *           "evidence": 0,
           *           "notes": 0,
           *           "time": "2026-11-27T21:31:06.741+00:00",
           *           "teams": [
           *             {
           *               "participationId": 1,
           *               "name": "Crew pec4fc67e"
           *             }
           *           ],
           *           "waiting": false
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["CaseList"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameOpenCase: {
    parameters: {
      path: {
        id: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "title": "Alike",
         *       "evidence": [],
         *       "participationIds": [
         *         1
         *       ]
         *     }
         */
        "application/json": components["schemas"]["CaseOpenModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "number": 1,
           *       "title": "Alike",
           *       "state": "open",
           *       "version": 1,
           *       "openedBy": "Admin",
           *       "teams": [
           *         {
           *           "participationId": 1,
           *           "teamId": 1,
           *           "name": "Crew pec4fc67e",
           *           "status": "Accepted"
           *         }
           *       ],
           *       "time": "2026-11-27T21:31:06.741+00:00",
           *       "assignedTo": null,
           *       "entries": [],
           *       "decisions": [],
           *       "appeals": [],
           *       "waiting": null
           *     }
           */
          "application/json": components["schemas"]["Case"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameCase: {
    parameters: {
      path: {
        id: number;
        number: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "number": 1,
           *       "title": "Alike",
           *       "state": "open",
           *       "version": 4,
           *       "openedBy": "Admin",
           *       "teams": [
           *         {
           *           "participationId": 1,
           *           "teamId": 1,
           *           "name": "Crew pec4fc67e",
           *           "status": "Accepted"
           *         }
           *       ],
           *       "time": "2026-11-27T21:31:06.741+00:00",
           *       "assignedTo": {
           *         "id": "73073185-5fae-4f5b-9c5d-3e9147cfe5cc",
           *         "name": "secondb047081d1"
           *       },
           *       "entries": [
           *         {
           *           "id": 1,
           *           "kind": "submission",
           *           "by": "Admin",
           *           "facts": {
           *             "ip": "127.0.0.1",
           *             "team": "Crew pec4fc67e",
           *             "time": "2026-11-27T21:30:59.661+00:00",
           *             "user": "pec4fc67e",
           *             "event": null,
           *             "owner": null,
           *             "answer": "wrong",
           *             "status": "WrongAnswer",
           *             "ownerId": null,
           *             "challenge": "Open",
           *             "challengeId": 2,
           *             "sameAddress": null,
           *             "participationId": 1
           *           },
           *           "note": null,
           *           "time": "2026-11-27T21:31:06.83+00:00"
           *         },
           *         {
           *           "id": 2,
           *           "kind": "note",
           *           "by": "Admin",
           *           "facts": null,
           *           "note": "*Ask them.*",
           *           "time": "2026-11-27T21:31:06.98+00:00"
           *         }
           *       ],
           *       "decisions": [],
           *       "appeals": [],
           *       "waiting": null
           *     }
           */
          "application/json": components["schemas"]["Case"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameCaseExport: {
    parameters: {
      path: {
        id: number;
        number: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "game": {
           *         "id": 1,
           *         "title": "Regatta fa7b0a01"
           *       },
           *       "exported": {
           *         "time": "2026-11-27T22:05:03.64+00:00",
           *         "by": "Admin"
           *       },
           *       "number": 1,
           *       "title": "Alike",
           *       "state": "closed",
           *       "version": 7,
           *       "openedBy": "Admin",
           *       "teams": [
           *         {
           *           "participationId": 1,
           *           "teamId": 1,
           *           "name": "Crew p060ef1d3",
           *           "status": "Accepted"
           *         }
           *       ],
           *       "time": "2026-11-27T22:05:03.357+00:00",
           *       "assignedTo": {
           *         "id": "3d925b29-8fd6-467b-99e0-76af23926915",
           *         "name": "second292b10f71"
           *       },
           *       "entries": [
           *         {
           *           "id": 1,
           *           "kind": "submission",
           *           "by": "Admin",
           *           "facts": {
           *             "ip": "127.0.0.1",
           *             "team": "Crew p060ef1d3",
           *             "time": "2026-11-27T22:04:58.538+00:00",
           *             "user": "p060ef1d3",
           *             "event": null,
           *             "owner": null,
           *             "answer": "wrong",
           *             "status": "WrongAnswer",
           *             "ownerId": null,
           *             "challenge": "Open",
           *             "challengeId": 2,
           *             "sameAddress": null,
           *             "participationId": 1
           *           },
           *           "note": null,
           *           "time": "2026-11-27T22:05:03.402+00:00"
           *         },
           *         {
           *           "id": 2,
           *           "kind": "note",
           *           "by": "Admin",
           *           "facts": null,
           *           "note": "*Ask them.*",
           *           "time": "2026-11-27T22:05:03.439+00:00"
           *         }
           *       ],
           *       "decisions": [
           *         {
           *           "id": 1,
           *           "outcome": "penalty",
           *           "state": "confirmed",
           *           "teams": [
           *             {
           *               "participationId": 1,
           *               "name": "Crew p060ef1d3"
           *             }
           *           ],
           *           "challenges": [],
           *           "points": 3,
           *           "reason": "They shared.",
           *           "by": "Admin",
           *           "answeredBy": "second292b10f71",
           *           "answer": null,
           *           "correction": 1,
           *           "time": "2026-11-27T22:05:03.517+00:00",
           *           "answeredAt": "2026-11-27T22:05:03.573+00:00",
           *           "undone": null
           *         }
           *       ],
           *       "appeals": []
           *     }
           */
          "application/json": components["schemas"]["CaseExport"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameAddCaseEvidence: {
    parameters: {
      path: {
        id: number;
        number: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "evidence": [
         *         {
         *           "kind": "submission",
         *           "id": 2
         *         }
         *       ]
         *     }
         */
        "application/json": components["schemas"]["CaseEvidenceModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "number": 1,
           *       "title": "Alike",
           *       "state": "open",
           *       "version": 2,
           *       "openedBy": "Admin",
           *       "teams": [
           *         {
           *           "participationId": 1,
           *           "teamId": 1,
           *           "name": "Crew pec4fc67e",
           *           "status": "Accepted"
           *         }
           *       ],
           *       "time": "2026-11-27T21:31:06.741+00:00",
           *       "assignedTo": null,
           *       "entries": [
           *         {
           *           "id": 1,
           *           "kind": "submission",
           *           "by": "Admin",
           *           "facts": {
           *             "ip": "127.0.0.1",
           *             "team": "Crew pec4fc67e",
           *             "time": "2026-11-27T21:30:59.661+00:00",
           *             "user": "pec4fc67e",
           *             "event": null,
           *             "owner": null,
           *             "answer": "wrong",
           *             "status": "WrongAnswer",
           *             "ownerId": null,
           *             "challenge": "Open",
           *             "challengeId": 2,
           *             "sameAddress": null,
           *             "participationId": 1
           *           },
           *           "note": null,
           *           "time": "2026-11-27T21:31:06.83+00:00"
           *         }
           *       ],
           *       "decisions": [],
           *       "appeals": [],
           *       "waiting": null
           *     }
           */
          "application/json": components["schemas"]["Case"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameAddCaseNote: {
    parameters: {
      path: {
        id: number;
        number: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "note": "*Ask them.*"
         *     }
         */
        "application/json": components["schemas"]["CaseNoteModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "number": 1,
           *       "title": "Alike",
           *       "state": "open",
           *       "version": 3,
           *       "openedBy": "Admin",
           *       "teams": [
           *         {
           *           "participationId": 1,
           *           "teamId": 1,
           *           "name": "Crew pec4fc67e",
           *           "status": "Accepted"
           *         }
           *       ],
           *       "time": "2026-11-27T21:31:06.741+00:00",
           *       "assignedTo": null,
           *       "entries": [
           *         {
           *           "id": 1,
           *           "kind": "submission",
           *           "by": "Admin",
           *           "facts": {
           *             "ip": "127.0.0.1",
           *             "team": "Crew pec4fc67e",
           *             "time": "2026-11-27T21:30:59.661+00:00",
           *             "user": "pec4fc67e",
           *             "event": null,
           *             "owner": null,
           *             "answer": "wrong",
           *             "status": "WrongAnswer",
           *             "ownerId": null,
           *             "challenge": "Open",
           *             "challengeId": 2,
           *             "sameAddress": null,
           *             "participationId": 1
           *           },
           *           "note": null,
           *           "time": "2026-11-27T21:31:06.83+00:00"
           *         },
           *         {
           *           "id": 2,
           *           "kind": "note",
           *           "by": "Admin",
           *           "facts": null,
           *           "note": "*Ask them.*",
           *           "time": "2026-11-27T21:31:06.98+00:00"
           *         }
           *       ],
           *       "decisions": [],
           *       "appeals": [],
           *       "waiting": null
           *     }
           */
          "application/json": components["schemas"]["Case"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameAssignCase: {
    parameters: {
      path: {
        id: number;
        number: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "userId": "73073185-5fae-4f5b-9c5d-3e9147cfe5cc"
         *     }
         */
        "application/json": components["schemas"]["CaseAssignModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "number": 1,
           *       "title": "Alike",
           *       "state": "open",
           *       "version": 4,
           *       "openedBy": "Admin",
           *       "teams": [
           *         {
           *           "participationId": 1,
           *           "teamId": 1,
           *           "name": "Crew pec4fc67e",
           *           "status": "Accepted"
           *         }
           *       ],
           *       "time": "2026-11-27T21:31:06.741+00:00",
           *       "assignedTo": {
           *         "id": "73073185-5fae-4f5b-9c5d-3e9147cfe5cc",
           *         "name": "secondb047081d1"
           *       },
           *       "entries": [
           *         {
           *           "id": 1,
           *           "kind": "submission",
           *           "by": "Admin",
           *           "facts": {
           *             "ip": "127.0.0.1",
           *             "team": "Crew pec4fc67e",
           *             "time": "2026-11-27T21:30:59.661+00:00",
           *             "user": "pec4fc67e",
           *             "event": null,
           *             "owner": null,
           *             "answer": "wrong",
           *             "status": "WrongAnswer",
           *             "ownerId": null,
           *             "challenge": "Open",
           *             "challengeId": 2,
           *             "sameAddress": null,
           *             "participationId": 1
           *           },
           *           "note": null,
           *           "time": "2026-11-27T21:31:06.83+00:00"
           *         },
           *         {
           *           "id": 2,
           *           "kind": "note",
           *           "by": "Admin",
           *           "facts": null,
           *           "note": "*Ask them.*",
           *           "time": "2026-11-27T21:31:06.98+00:00"
           *         }
           *       ],
           *       "decisions": [],
           *       "appeals": [],
           *       "waiting": null
           *     }
           */
          "application/json": components["schemas"]["Case"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameCloseCase: {
    parameters: {
      path: {
        id: number;
        number: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "number": 1,
           *       "title": "Alike",
           *       "state": "closed",
           *       "version": 7,
           *       "openedBy": "Admin",
           *       "teams": [
           *         {
           *           "participationId": 1,
           *           "teamId": 1,
           *           "name": "Crew pec4fc67e",
           *           "status": "Accepted"
           *         }
           *       ],
           *       "time": "2026-11-27T21:31:06.741+00:00",
           *       "assignedTo": {
           *         "id": "73073185-5fae-4f5b-9c5d-3e9147cfe5cc",
           *         "name": "secondb047081d1"
           *       },
           *       "entries": [
           *         {
           *           "id": 1,
           *           "kind": "submission",
           *           "by": "Admin",
           *           "facts": {
           *             "ip": "127.0.0.1",
           *             "team": "Crew pec4fc67e",
           *             "time": "2026-11-27T21:30:59.661+00:00",
           *             "user": "pec4fc67e",
           *             "event": null,
           *             "owner": null,
           *             "answer": "wrong",
           *             "status": "WrongAnswer",
           *             "ownerId": null,
           *             "challenge": "Open",
           *             "challengeId": 2,
           *             "sameAddress": null,
           *             "participationId": 1
           *           },
           *           "note": null,
           *           "time": "2026-11-27T21:31:06.83+00:00"
           *         },
           *         {
           *           "id": 2,
           *           "kind": "note",
           *           "by": "Admin",
           *           "facts": null,
           *           "note": "*Ask them.*",
           *           "time": "2026-11-27T21:31:06.98+00:00"
           *         }
           *       ],
           *       "decisions": [
           *         {
           *           "id": 1,
           *           "outcome": "penalty",
           *           "state": "confirmed",
           *           "teams": [
           *             {
           *               "participationId": 1,
           *               "name": "Crew pec4fc67e"
           *             }
           *           ],
           *           "challenges": [],
           *           "points": 3,
           *           "reason": "They shared.",
           *           "by": "Admin",
           *           "answeredBy": "secondb047081d1",
           *           "answer": null,
           *           "correction": 1,
           *           "time": "2026-11-27T21:31:07.289+00:00",
           *           "answeredAt": "2026-11-27T21:31:07.436+00:00",
           *           "undone": null
           *         }
           *       ],
           *       "appeals": [],
           *       "waiting": null
           *     }
           */
          "application/json": components["schemas"]["Case"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gamePreviewCaseDecision: {
    parameters: {
      path: {
        id: number;
        number: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "preview": {
           *         "effect": {
           *           "gain": 0,
           *           "lose": 1,
           *           "untouched": 0,
           *           "ranks": 0,
           *           "up": 0,
           *           "down": 0,
           *           "added": 0,
           *           "removed": 0,
           *           "verdicts": 0,
           *           "values": [],
           *           "bloods": [],
           *           "top": {
           *             "before": [
           *               {
           *                 "participationId": 1,
           *                 "name": "Crew pf8740b1f",
           *                 "rank": 1,
           *                 "score": 1045
           *               }
           *             ],
           *             "after": [
           *               {
           *                 "participationId": 1,
           *                 "name": "Crew pf8740b1f",
           *                 "rank": 1,
           *                 "score": 1042
           *               }
           *             ]
           *           },
           *           "teams": [
           *             {
           *               "participationId": 1,
           *               "name": "Crew pf8740b1f",
           *               "before": {
           *                 "rank": 1,
           *                 "score": 1045
           *               },
           *               "after": {
           *                 "rank": 1,
           *                 "score": 1042
           *               }
           *             }
           *           ]
           *         },
           *         "ends": [],
           *         "instances": 0,
           *         "second": false,
           *         "digest": "2353aa5a2d56ad5c03a757c2ac3f4a0e5b1a4756494a47f86f64d7510d299d05",
           *         "empty": false
           *       }
           *     }
           */
          "application/json": {
            preview: components["schemas"]["CorrectionPreview"] | null;
          };
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameAnswerCaseDecision: {
    parameters: {
      path: {
        id: number;
        number: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "accept": true,
         *       "version": 5
         *     }
         */
        "application/json": components["schemas"]["CaseVerdictModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "number": 1,
           *       "title": "Alike",
           *       "state": "decided",
           *       "version": 6,
           *       "openedBy": "Admin",
           *       "teams": [
           *         {
           *           "participationId": 1,
           *           "teamId": 1,
           *           "name": "Crew pec4fc67e",
           *           "status": "Accepted"
           *         }
           *       ],
           *       "time": "2026-11-27T21:31:06.741+00:00",
           *       "assignedTo": {
           *         "id": "73073185-5fae-4f5b-9c5d-3e9147cfe5cc",
           *         "name": "secondb047081d1"
           *       },
           *       "entries": [
           *         {
           *           "id": 1,
           *           "kind": "submission",
           *           "by": "Admin",
           *           "facts": {
           *             "ip": "127.0.0.1",
           *             "team": "Crew pec4fc67e",
           *             "time": "2026-11-27T21:30:59.661+00:00",
           *             "user": "pec4fc67e",
           *             "event": null,
           *             "owner": null,
           *             "answer": "wrong",
           *             "status": "WrongAnswer",
           *             "ownerId": null,
           *             "challenge": "Open",
           *             "challengeId": 2,
           *             "sameAddress": null,
           *             "participationId": 1
           *           },
           *           "note": null,
           *           "time": "2026-11-27T21:31:06.83+00:00"
           *         },
           *         {
           *           "id": 2,
           *           "kind": "note",
           *           "by": "Admin",
           *           "facts": null,
           *           "note": "*Ask them.*",
           *           "time": "2026-11-27T21:31:06.98+00:00"
           *         }
           *       ],
           *       "decisions": [
           *         {
           *           "id": 1,
           *           "outcome": "penalty",
           *           "state": "confirmed",
           *           "teams": [
           *             {
           *               "participationId": 1,
           *               "name": "Crew pec4fc67e"
           *             }
           *           ],
           *           "challenges": [],
           *           "points": 3,
           *           "reason": "They shared.",
           *           "by": "Admin",
           *           "answeredBy": "secondb047081d1",
           *           "answer": null,
           *           "correction": 1,
           *           "time": "2026-11-27T21:31:07.289+00:00",
           *           "answeredAt": "2026-11-27T21:31:07.436+00:00",
           *           "undone": null
           *         }
           *       ],
           *       "appeals": [],
           *       "waiting": null
           *     }
           */
          "application/json": components["schemas"]["Case"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameProposeCaseDecision: {
    parameters: {
      path: {
        id: number;
        number: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "outcome": "penalty",
         *       "points": 3,
         *       "participationIds": [
         *         1
         *       ],
         *       "reason": "They shared.",
         *       "version": 4
         *     }
         */
        "application/json": components["schemas"]["CaseProposalModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "number": 1,
           *       "title": "Alike",
           *       "state": "open",
           *       "version": 5,
           *       "openedBy": "Admin",
           *       "teams": [
           *         {
           *           "participationId": 1,
           *           "teamId": 1,
           *           "name": "Crew pec4fc67e",
           *           "status": "Accepted"
           *         }
           *       ],
           *       "time": "2026-11-27T21:31:06.741+00:00",
           *       "assignedTo": {
           *         "id": "73073185-5fae-4f5b-9c5d-3e9147cfe5cc",
           *         "name": "secondb047081d1"
           *       },
           *       "entries": [
           *         {
           *           "id": 1,
           *           "kind": "submission",
           *           "by": "Admin",
           *           "facts": {
           *             "ip": "127.0.0.1",
           *             "team": "Crew pec4fc67e",
           *             "time": "2026-11-27T21:30:59.661+00:00",
           *             "user": "pec4fc67e",
           *             "event": null,
           *             "owner": null,
           *             "answer": "wrong",
           *             "status": "WrongAnswer",
           *             "ownerId": null,
           *             "challenge": "Open",
           *             "challengeId": 2,
           *             "sameAddress": null,
           *             "participationId": 1
           *           },
           *           "note": null,
           *           "time": "2026-11-27T21:31:06.83+00:00"
           *         },
           *         {
           *           "id": 2,
           *           "kind": "note",
           *           "by": "Admin",
           *           "facts": null,
           *           "note": "*Ask them.*",
           *           "time": "2026-11-27T21:31:06.98+00:00"
           *         }
           *       ],
           *       "decisions": [
           *         {
           *           "id": 1,
           *           "outcome": "penalty",
           *           "state": "proposed",
           *           "teams": [
           *             {
           *               "participationId": 1,
           *               "name": "Crew pec4fc67e"
           *             }
           *           ],
           *           "challenges": [],
           *           "points": 3,
           *           "reason": "They shared.",
           *           "by": "Admin",
           *           "answeredBy": null,
           *           "answer": null,
           *           "correction": null,
           *           "time": "2026-11-27T21:31:07.289+00:00",
           *           "answeredAt": null,
           *           "undone": null
           *         }
           *       ],
           *       "appeals": [],
           *       "waiting": {
           *         "own": true,
           *         "confirmers": 1
           *       }
           *     }
           */
          "application/json": components["schemas"]["Case"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameUndoCaseDecision: {
    parameters: {
      path: {
        id: number;
        number: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "reason": "They did not."
         *     }
         */
        "application/json": components["schemas"]["CaseUndoModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "number": 1,
           *       "title": "Alike",
           *       "state": "open",
           *       "version": 10,
           *       "openedBy": "Admin",
           *       "teams": [
           *         {
           *           "participationId": 1,
           *           "teamId": 1,
           *           "name": "Crew pec4fc67e",
           *           "status": "Accepted"
           *         }
           *       ],
           *       "time": "2026-11-27T21:31:06.741+00:00",
           *       "assignedTo": {
           *         "id": "73073185-5fae-4f5b-9c5d-3e9147cfe5cc",
           *         "name": "secondb047081d1"
           *       },
           *       "entries": [
           *         {
           *           "id": 1,
           *           "kind": "submission",
           *           "by": "Admin",
           *           "facts": {
           *             "ip": "127.0.0.1",
           *             "team": "Crew pec4fc67e",
           *             "time": "2026-11-27T21:30:59.661+00:00",
           *             "user": "pec4fc67e",
           *             "event": null,
           *             "owner": null,
           *             "answer": "wrong",
           *             "status": "WrongAnswer",
           *             "ownerId": null,
           *             "challenge": "Open",
           *             "challengeId": 2,
           *             "sameAddress": null,
           *             "participationId": 1
           *           },
           *           "note": null,
           *           "time": "2026-11-27T21:31:06.83+00:00"
           *         },
           *         {
           *           "id": 2,
           *           "kind": "note",
           *           "by": "Admin",
           *           "facts": null,
           *           "note": "*Ask them.*",
           *           "time": "2026-11-27T21:31:06.98+00:00"
           *         }
           *       ],
           *       "decisions": [
           *         {
           *           "id": 1,
           *           "outcome": "penalty",
           *           "state": "undone",
           *           "teams": [
           *             {
           *               "participationId": 1,
           *               "name": "Crew pec4fc67e"
           *             }
           *           ],
           *           "challenges": [],
           *           "points": 3,
           *           "reason": "They shared.",
           *           "by": "Admin",
           *           "answeredBy": "secondb047081d1",
           *           "answer": null,
           *           "correction": 1,
           *           "time": "2026-11-27T21:31:07.289+00:00",
           *           "answeredAt": "2026-11-27T21:31:07.436+00:00",
           *           "undone": {
           *             "time": "2026-11-27T21:31:07.917+00:00",
           *             "by": "secondb047081d1",
           *             "reason": "They did not."
           *           }
           *         }
           *       ],
           *       "appeals": [
           *         {
           *           "participationId": 1,
           *           "team": "Crew pec4fc67e",
           *           "decisionId": 1,
           *           "by": "pec4fc67e",
           *           "text": "We did not.",
           *           "time": "2026-11-27T21:31:07.739+00:00",
           *           "answer": {
           *             "text": "You are right.",
           *             "by": "secondb047081d1",
           *             "time": "2026-11-27T21:31:07.769+00:00"
           *           }
           *         }
           *       ],
           *       "waiting": null
           *     }
           */
          "application/json": components["schemas"]["Case"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameAnswerCaseAppeal: {
    parameters: {
      path: {
        id: number;
        number: number;
        participationId: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "text": "You are right."
         *     }
         */
        "application/json": components["schemas"]["CaseAppealModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "number": 1,
           *       "title": "Alike",
           *       "state": "closed",
           *       "version": 9,
           *       "openedBy": "Admin",
           *       "teams": [
           *         {
           *           "participationId": 1,
           *           "teamId": 1,
           *           "name": "Crew pec4fc67e",
           *           "status": "Accepted"
           *         }
           *       ],
           *       "time": "2026-11-27T21:31:06.741+00:00",
           *       "assignedTo": {
           *         "id": "73073185-5fae-4f5b-9c5d-3e9147cfe5cc",
           *         "name": "secondb047081d1"
           *       },
           *       "entries": [
           *         {
           *           "id": 1,
           *           "kind": "submission",
           *           "by": "Admin",
           *           "facts": {
           *             "ip": "127.0.0.1",
           *             "team": "Crew pec4fc67e",
           *             "time": "2026-11-27T21:30:59.661+00:00",
           *             "user": "pec4fc67e",
           *             "event": null,
           *             "owner": null,
           *             "answer": "wrong",
           *             "status": "WrongAnswer",
           *             "ownerId": null,
           *             "challenge": "Open",
           *             "challengeId": 2,
           *             "sameAddress": null,
           *             "participationId": 1
           *           },
           *           "note": null,
           *           "time": "2026-11-27T21:31:06.83+00:00"
           *         },
           *         {
           *           "id": 2,
           *           "kind": "note",
           *           "by": "Admin",
           *           "facts": null,
           *           "note": "*Ask them.*",
           *           "time": "2026-11-27T21:31:06.98+00:00"
           *         }
           *       ],
           *       "decisions": [
           *         {
           *           "id": 1,
           *           "outcome": "penalty",
           *           "state": "confirmed",
           *           "teams": [
           *             {
           *               "participationId": 1,
           *               "name": "Crew pec4fc67e"
           *             }
           *           ],
           *           "challenges": [],
           *           "points": 3,
           *           "reason": "They shared.",
           *           "by": "Admin",
           *           "answeredBy": "secondb047081d1",
           *           "answer": null,
           *           "correction": 1,
           *           "time": "2026-11-27T21:31:07.289+00:00",
           *           "answeredAt": "2026-11-27T21:31:07.436+00:00",
           *           "undone": null
           *         }
           *       ],
           *       "appeals": [
           *         {
           *           "participationId": 1,
           *           "team": "Crew pec4fc67e",
           *           "decisionId": 1,
           *           "by": "pec4fc67e",
           *           "text": "We did not.",
           *           "time": "2026-11-27T21:31:07.739+00:00",
           *           "answer": {
           *             "text": "You are right.",
           *             "by": "secondb047081d1",
           *             "time": "2026-11-27T21:31:07.769+00:00"
           *           }
           *         }
           *       ],
           *       "waiting": null
           *     }
           */
          "application/json": components["schemas"]["Case"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameTeamDecisions: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "number": 1,
           *           "outcome": "penalty",
           *           "points": 3,
           *           "reason": "They shared.",
           *           "challenges": [],
           *           "time": "2026-11-27T21:31:07.436+00:00",
           *           "undone": null,
           *           "appealUntil": "2026-11-30T21:31:07.436+00:00",
           *           "appeal": null
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["TeamDecisionList"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameAppealDecision: {
    parameters: {
      path: {
        id: number;
        number: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "text": "We did not."
         *     }
         */
        "application/json": components["schemas"]["CaseAppealModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "number": 1,
           *           "outcome": "penalty",
           *           "points": 3,
           *           "reason": "They shared.",
           *           "challenges": [],
           *           "time": "2026-11-27T21:31:07.436+00:00",
           *           "undone": null,
           *           "appealUntil": "2026-11-30T21:31:07.436+00:00",
           *           "appeal": {
           *             "by": "pec4fc67e",
           *             "time": "2026-11-27T21:31:07.739+00:00",
           *             "text": "We did not.",
           *             "answer": null
           *           }
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["TeamDecisionList"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editGameCorrections: {
    parameters: {
      query?: {
        count?: number;
        skip?: number;
      };
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "public": true,
           *       "second": true,
           *       "drafts": 0,
           *       "total": 4,
           *       "data": [
           *         {
           *           "number": 4,
           *           "kind": "award",
           *           "reason": "They helped.",
           *           "effect": {
           *             "up": 0,
           *             "top": {
           *               "after": [
           *                 {
           *                   "name": "Crew pf8740b1f",
           *                   "rank": 1,
           *                   "score": 1055,
           *                   "participationId": 1
           *                 }
           *               ],
           *               "before": [
           *                 {
           *                   "name": "Crew pf8740b1f",
           *                   "rank": 1,
           *                   "score": 1050,
           *                   "participationId": 1
           *                 }
           *               ]
           *             },
           *             "down": 0,
           *             "gain": 1,
           *             "lose": 0,
           *             "added": 0,
           *             "ranks": 0,
           *             "teams": [
           *               {
           *                 "name": "Crew pf8740b1f",
           *                 "after": {
           *                   "rank": 1,
           *                   "score": 1055
           *                 },
           *                 "before": {
           *                   "rank": 1,
           *                   "score": 1050
           *                 },
           *                 "participationId": 1
           *               }
           *             ],
           *             "bloods": [],
           *             "values": [],
           *             "removed": 0,
           *             "verdicts": 0,
           *             "untouched": 0
           *           },
           *           "by": "Admin",
           *           "confirmedBy": null,
           *           "undoneBy": null,
           *           "teams": [
           *             {
           *               "name": "Crew pf8740b1f",
           *               "participationId": 1
           *             }
           *           ],
           *           "points": 5,
           *           "incident": null,
           *           "extension": null,
           *           "challenges": [],
           *           "time": "2026-11-30T09:13:08.514+00:00",
           *           "undone": null
           *         },
           *         {
           *           "number": 3,
           *           "kind": "award",
           *           "reason": "They helped again.",
           *           "effect": {
           *             "up": 0,
           *             "top": {
           *               "after": [
           *                 {
           *                   "name": "Crew pf8740b1f",
           *                   "rank": 1,
           *                   "score": 1050,
           *                   "participationId": 1
           *                 }
           *               ],
           *               "before": [
           *                 {
           *                   "name": "Crew pf8740b1f",
           *                   "rank": 1,
           *                   "score": 1045,
           *                   "participationId": 1
           *                 }
           *               ]
           *             },
           *             "down": 0,
           *             "gain": 1,
           *             "lose": 0,
           *             "added": 0,
           *             "ranks": 0,
           *             "teams": [
           *               {
           *                 "name": "Crew pf8740b1f",
           *                 "after": {
           *                   "rank": 1,
           *                   "score": 1050
           *                 },
           *                 "before": {
           *                   "rank": 1,
           *                   "score": 1045
           *                 },
           *                 "participationId": 1
           *               }
           *             ],
           *             "bloods": [],
           *             "values": [],
           *             "removed": 0,
           *             "verdicts": 0,
           *             "untouched": 0
           *           },
           *           "by": "Admin",
           *           "confirmedBy": null,
           *           "undoneBy": null,
           *           "teams": [
           *             {
           *               "name": "Crew pf8740b1f",
           *               "participationId": 1
           *             }
           *           ],
           *           "points": 5,
           *           "incident": null,
           *           "extension": null,
           *           "challenges": [],
           *           "time": "2026-11-30T09:13:06.479+00:00",
           *           "undone": null
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["CorrectionList"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editGameCorrectionVisibility: {
    parameters: {
      path: {
        id: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "public": true
         *     }
         */
        "application/json": components["schemas"]["CorrectionVisibilityModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editApplyGameCorrection: {
    parameters: {
      path: {
        id: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "correction": {
         *         "kind": "award",
         *         "participationIds": [
         *           1
         *         ],
         *         "points": 5
         *       },
         *       "reason": "They helped.",
         *       "digest": "75eaa05113b6522c4bccbdf7abdabc938faf0fa25cac08dc344ce95bc189d39b",
         *       "announce": true
         *     }
         */
        "application/json": components["schemas"]["CorrectionApplyModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "number": 4,
           *       "kind": "award",
           *       "reason": "They helped.",
           *       "effect": {
           *         "up": 0,
           *         "top": {
           *           "after": [
           *             {
           *               "name": "Crew pf8740b1f",
           *               "rank": 1,
           *               "score": 1055,
           *               "participationId": 1
           *             }
           *           ],
           *           "before": [
           *             {
           *               "name": "Crew pf8740b1f",
           *               "rank": 1,
           *               "score": 1050,
           *               "participationId": 1
           *             }
           *           ]
           *         },
           *         "down": 0,
           *         "gain": 1,
           *         "lose": 0,
           *         "added": 0,
           *         "ranks": 0,
           *         "teams": [
           *           {
           *             "name": "Crew pf8740b1f",
           *             "after": {
           *               "rank": 1,
           *               "score": 1055
           *             },
           *             "before": {
           *               "rank": 1,
           *               "score": 1050
           *             },
           *             "participationId": 1
           *           }
           *         ],
           *         "bloods": [],
           *         "values": [],
           *         "removed": 0,
           *         "verdicts": 0,
           *         "untouched": 0
           *       },
           *       "by": "Admin",
           *       "confirmedBy": null,
           *       "undoneBy": null,
           *       "teams": [
           *         {
           *           "name": "Crew pf8740b1f",
           *           "participationId": 1
           *         }
           *       ],
           *       "points": 5,
           *       "incident": null,
           *       "extension": null,
           *       "challenges": [],
           *       "time": "2026-11-30T09:13:08.514+00:00",
           *       "undone": null
           *     }
           */
          "application/json": components["schemas"]["Correction"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editPreviewGameCorrection: {
    parameters: {
      path: {
        id: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "kind": "award",
         *       "participationIds": [
         *         1
         *       ],
         *       "points": 5
         *     }
         */
        "application/json": components["schemas"]["CorrectionModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "effect": {
           *         "gain": 1,
           *         "lose": 0,
           *         "untouched": 0,
           *         "ranks": 0,
           *         "up": 0,
           *         "down": 0,
           *         "added": 0,
           *         "removed": 0,
           *         "verdicts": 0,
           *         "values": [],
           *         "bloods": [],
           *         "top": {
           *           "before": [
           *             {
           *               "participationId": 1,
           *               "name": "Crew pf8740b1f",
           *               "rank": 1,
           *               "score": 1050
           *             }
           *           ],
           *           "after": [
           *             {
           *               "participationId": 1,
           *               "name": "Crew pf8740b1f",
           *               "rank": 1,
           *               "score": 1055
           *             }
           *           ]
           *         },
           *         "teams": [
           *           {
           *             "participationId": 1,
           *             "name": "Crew pf8740b1f",
           *             "before": {
           *               "rank": 1,
           *               "score": 1050
           *             },
           *             "after": {
           *               "rank": 1,
           *               "score": 1055
           *             }
           *           }
           *         ]
           *       },
           *       "ends": [],
           *       "instances": 0,
           *       "second": false,
           *       "digest": "75eaa05113b6522c4bccbdf7abdabc938faf0fa25cac08dc344ce95bc189d39b",
           *       "empty": false
           *     }
           */
          "application/json": components["schemas"]["CorrectionPreview"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editGameCorrectionSecond: {
    parameters: {
      path: {
        id: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "second": true
         *     }
         */
        "application/json": components["schemas"]["CorrectionSecondModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editGameCorrectionDrafts: {
    parameters: {
      query?: {
        count?: number;
        skip?: number;
        state?: "open" | "applied" | "declined" | "withdrawn" | "expired";
      };
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "total": 1,
           *       "data": [
           *         {
           *           "id": 1,
           *           "kind": "award",
           *           "reason": "They helped again.",
           *           "announce": false,
           *           "effect": {
           *             "up": 0,
           *             "top": {
           *               "after": [
           *                 {
           *                   "name": "Crew pf8740b1f",
           *                   "rank": 1,
           *                   "score": 1050,
           *                   "participationId": 1
           *                 }
           *               ],
           *               "before": [
           *                 {
           *                   "name": "Crew pf8740b1f",
           *                   "rank": 1,
           *                   "score": 1045,
           *                   "participationId": 1
           *                 }
           *               ]
           *             },
           *             "down": 0,
           *             "gain": 1,
           *             "lose": 0,
           *             "added": 0,
           *             "ranks": 0,
           *             "teams": [
           *               {
           *                 "name": "Crew pf8740b1f",
           *                 "after": {
           *                   "rank": 1,
           *                   "score": 1050
           *                 },
           *                 "before": {
           *                   "rank": 1,
           *                   "score": 1045
           *                 },
           *                 "participationId": 1
           *               }
           *             ],
           *             "bloods": [],
           *             "values": [],
           *             "removed": 0,
           *             "verdicts": 0,
           *             "untouched": 0
           *           },
           *           "by": "Admin",
           *           "state": "open",
           *           "cause": null,
           *           "number": null,
           *           "teams": [
           *             {
           *               "name": "Crew pf8740b1f",
           *               "participationId": 1
           *             }
           *           ],
           *           "points": 5,
           *           "incident": null,
           *           "extension": null,
           *           "challenges": [],
           *           "own": true,
           *           "time": "2026-11-30T09:13:05.479+00:00",
           *           "decided": null
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["CorrectionDraftList"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editDraftGameCorrection: {
    parameters: {
      path: {
        id: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "correction": {
         *         "kind": "award",
         *         "participationIds": [
         *           1
         *         ],
         *         "points": 5
         *       },
         *       "reason": "They helped again."
         *     }
         */
        "application/json": components["schemas"]["CorrectionApplyModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 1,
           *       "kind": "award",
           *       "reason": "They helped again.",
           *       "announce": false,
           *       "effect": {
           *         "up": 0,
           *         "top": {
           *           "after": [
           *             {
           *               "name": "Crew pf8740b1f",
           *               "rank": 1,
           *               "score": 1050,
           *               "participationId": 1
           *             }
           *           ],
           *           "before": [
           *             {
           *               "name": "Crew pf8740b1f",
           *               "rank": 1,
           *               "score": 1045,
           *               "participationId": 1
           *             }
           *           ]
           *         },
           *         "down": 0,
           *         "gain": 1,
           *         "lose": 0,
           *         "added": 0,
           *         "ranks": 0,
           *         "teams": [
           *           {
           *             "name": "Crew pf8740b1f",
           *             "after": {
           *               "rank": 1,
           *               "score": 1050
           *             },
           *             "before": {
           *               "rank": 1,
           *               "score": 1045
           *             },
           *             "participationId": 1
           *           }
           *         ],
           *         "bloods": [],
           *         "values": [],
           *         "removed": 0,
           *         "verdicts": 0,
           *         "untouched": 0
           *       },
           *       "by": "Admin",
           *       "state": "open",
           *       "cause": null,
           *       "number": null,
           *       "teams": [
           *         {
           *           "name": "Crew pf8740b1f",
           *           "participationId": 1
           *         }
           *       ],
           *       "points": 5,
           *       "incident": null,
           *       "extension": null,
           *       "challenges": [],
           *       "own": true,
           *       "time": "2026-11-30T09:13:05.479+00:00",
           *       "decided": null,
           *       "preview": {
           *         "effect": {
           *           "gain": 1,
           *           "lose": 0,
           *           "untouched": 0,
           *           "ranks": 0,
           *           "up": 0,
           *           "down": 0,
           *           "added": 0,
           *           "removed": 0,
           *           "verdicts": 0,
           *           "values": [],
           *           "bloods": [],
           *           "top": {
           *             "before": [
           *               {
           *                 "participationId": 1,
           *                 "name": "Crew pf8740b1f",
           *                 "rank": 1,
           *                 "score": 1045
           *               }
           *             ],
           *             "after": [
           *               {
           *                 "participationId": 1,
           *                 "name": "Crew pf8740b1f",
           *                 "rank": 1,
           *                 "score": 1050
           *               }
           *             ]
           *           },
           *           "teams": [
           *             {
           *               "participationId": 1,
           *               "name": "Crew pf8740b1f",
           *               "before": {
           *                 "rank": 1,
           *                 "score": 1045
           *               },
           *               "after": {
           *                 "rank": 1,
           *                 "score": 1050
           *               }
           *             }
           *           ]
           *         },
           *         "ends": [],
           *         "instances": 0,
           *         "second": false,
           *         "digest": "c68f66d597f8a712f05fe1e5bc3bd460c837709167577aaaa806bf6245ea3d83",
           *         "empty": false
           *       },
           *       "changed": false
           *     }
           */
          "application/json": components["schemas"]["CorrectionDraftNow"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editGameCorrectionDraft: {
    parameters: {
      path: {
        id: number;
        draftId: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 1,
           *       "kind": "award",
           *       "reason": "They helped again.",
           *       "announce": false,
           *       "effect": {
           *         "up": 0,
           *         "top": {
           *           "after": [
           *             {
           *               "name": "Crew pf8740b1f",
           *               "rank": 1,
           *               "score": 1050,
           *               "participationId": 1
           *             }
           *           ],
           *           "before": [
           *             {
           *               "name": "Crew pf8740b1f",
           *               "rank": 1,
           *               "score": 1045,
           *               "participationId": 1
           *             }
           *           ]
           *         },
           *         "down": 0,
           *         "gain": 1,
           *         "lose": 0,
           *         "added": 0,
           *         "ranks": 0,
           *         "teams": [
           *           {
           *             "name": "Crew pf8740b1f",
           *             "after": {
           *               "rank": 1,
           *               "score": 1050
           *             },
           *             "before": {
           *               "rank": 1,
           *               "score": 1045
           *             },
           *             "participationId": 1
           *           }
           *         ],
           *         "bloods": [],
           *         "values": [],
           *         "removed": 0,
           *         "verdicts": 0,
           *         "untouched": 0
           *       },
           *       "by": "Admin",
           *       "state": "open",
           *       "cause": null,
           *       "number": null,
           *       "teams": [
           *         {
           *           "name": "Crew pf8740b1f",
           *           "participationId": 1
           *         }
           *       ],
           *       "points": 5,
           *       "incident": null,
           *       "extension": null,
           *       "challenges": [],
           *       "own": true,
           *       "time": "2026-11-30T09:13:05.479+00:00",
           *       "decided": null,
           *       "preview": {
           *         "effect": {
           *           "gain": 1,
           *           "lose": 0,
           *           "untouched": 0,
           *           "ranks": 0,
           *           "up": 0,
           *           "down": 0,
           *           "added": 0,
           *           "removed": 0,
           *           "verdicts": 0,
           *           "values": [],
           *           "bloods": [],
           *           "top": {
           *             "before": [
           *               {
           *                 "participationId": 1,
           *                 "name": "Crew pf8740b1f",
           *                 "rank": 1,
           *                 "score": 1045
           *               }
           *             ],
           *             "after": [
           *               {
           *                 "participationId": 1,
           *                 "name": "Crew pf8740b1f",
           *                 "rank": 1,
           *                 "score": 1050
           *               }
           *             ]
           *           },
           *           "teams": [
           *             {
           *               "participationId": 1,
           *               "name": "Crew pf8740b1f",
           *               "before": {
           *                 "rank": 1,
           *                 "score": 1045
           *               },
           *               "after": {
           *                 "rank": 1,
           *                 "score": 1050
           *               }
           *             }
           *           ]
           *         },
           *         "ends": [],
           *         "instances": 0,
           *         "second": false,
           *         "digest": "c68f66d597f8a712f05fe1e5bc3bd460c837709167577aaaa806bf6245ea3d83",
           *         "empty": false
           *       },
           *       "changed": false
           *     }
           */
          "application/json": components["schemas"]["CorrectionDraftNow"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editWithdrawGameCorrection: {
    parameters: {
      path: {
        id: number;
        draftId: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 2,
           *       "kind": "award",
           *       "reason": "They helped again.",
           *       "announce": false,
           *       "effect": {
           *         "up": 0,
           *         "top": {
           *           "after": [
           *             {
           *               "name": "Crew pf8740b1f",
           *               "rank": 1,
           *               "score": 1055,
           *               "participationId": 1
           *             }
           *           ],
           *           "before": [
           *             {
           *               "name": "Crew pf8740b1f",
           *               "rank": 1,
           *               "score": 1050,
           *               "participationId": 1
           *             }
           *           ]
           *         },
           *         "down": 0,
           *         "gain": 1,
           *         "lose": 0,
           *         "added": 0,
           *         "ranks": 0,
           *         "teams": [
           *           {
           *             "name": "Crew pf8740b1f",
           *             "after": {
           *               "rank": 1,
           *               "score": 1055
           *             },
           *             "before": {
           *               "rank": 1,
           *               "score": 1050
           *             },
           *             "participationId": 1
           *           }
           *         ],
           *         "bloods": [],
           *         "values": [],
           *         "removed": 0,
           *         "verdicts": 0,
           *         "untouched": 0
           *       },
           *       "by": "Admin",
           *       "state": "withdrawn",
           *       "cause": null,
           *       "number": null,
           *       "teams": [
           *         {
           *           "name": "Crew pf8740b1f",
           *           "participationId": 1
           *         }
           *       ],
           *       "points": 5,
           *       "incident": null,
           *       "extension": null,
           *       "challenges": [],
           *       "own": true,
           *       "time": "2026-11-30T09:13:06.808+00:00",
           *       "decided": {
           *         "time": "2026-11-30T09:13:07.045+00:00",
           *         "by": "Admin",
           *         "reason": null
           *       }
           *     }
           */
          "application/json": components["schemas"]["CorrectionDraft"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editConfirmGameCorrection: {
    parameters: {
      path: {
        id: number;
        draftId: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "digest": "c68f66d597f8a712f05fe1e5bc3bd460c837709167577aaaa806bf6245ea3d83"
         *     }
         */
        "application/json": components["schemas"]["CorrectionDraftConfirmModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "number": 3,
           *       "kind": "award",
           *       "reason": "They helped again.",
           *       "effect": {
           *         "up": 0,
           *         "top": {
           *           "after": [
           *             {
           *               "name": "Crew pf8740b1f",
           *               "rank": 1,
           *               "score": 1050,
           *               "participationId": 1
           *             }
           *           ],
           *           "before": [
           *             {
           *               "name": "Crew pf8740b1f",
           *               "rank": 1,
           *               "score": 1045,
           *               "participationId": 1
           *             }
           *           ]
           *         },
           *         "down": 0,
           *         "gain": 1,
           *         "lose": 0,
           *         "added": 0,
           *         "ranks": 0,
           *         "teams": [
           *           {
           *             "name": "Crew pf8740b1f",
           *             "after": {
           *               "rank": 1,
           *               "score": 1050
           *             },
           *             "before": {
           *               "rank": 1,
           *               "score": 1045
           *             },
           *             "participationId": 1
           *           }
           *         ],
           *         "bloods": [],
           *         "values": [],
           *         "removed": 0,
           *         "verdicts": 0,
           *         "untouched": 0
           *       },
           *       "by": "Admin",
           *       "confirmedBy": null,
           *       "undoneBy": null,
           *       "teams": [
           *         {
           *           "name": "Crew pf8740b1f",
           *           "participationId": 1
           *         }
           *       ],
           *       "points": 5,
           *       "incident": null,
           *       "extension": null,
           *       "challenges": [],
           *       "time": "2026-11-30T09:13:06.479+00:00",
           *       "undone": null
           *     }
           */
          "application/json": components["schemas"]["Correction"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editDeclineGameCorrection: {
    parameters: {
      path: {
        id: number;
        draftId: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "reason": "Once is enough."
         *     }
         */
        "application/json": components["schemas"]["CorrectionDraftDeclineModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 3,
           *       "kind": "award",
           *       "reason": "They helped again.",
           *       "announce": false,
           *       "effect": {
           *         "up": 0,
           *         "top": {
           *           "after": [
           *             {
           *               "name": "Crew pf8740b1f",
           *               "rank": 1,
           *               "score": 1055,
           *               "participationId": 1
           *             }
           *           ],
           *           "before": [
           *             {
           *               "name": "Crew pf8740b1f",
           *               "rank": 1,
           *               "score": 1050,
           *               "participationId": 1
           *             }
           *           ]
           *         },
           *         "down": 0,
           *         "gain": 1,
           *         "lose": 0,
           *         "added": 0,
           *         "ranks": 0,
           *         "teams": [
           *           {
           *             "name": "Crew pf8740b1f",
           *             "after": {
           *               "rank": 1,
           *               "score": 1055
           *             },
           *             "before": {
           *               "rank": 1,
           *               "score": 1050
           *             },
           *             "participationId": 1
           *           }
           *         ],
           *         "bloods": [],
           *         "values": [],
           *         "removed": 0,
           *         "verdicts": 0,
           *         "untouched": 0
           *       },
           *       "by": "Admin",
           *       "state": "declined",
           *       "cause": null,
           *       "number": null,
           *       "teams": [
           *         {
           *           "name": "Crew pf8740b1f",
           *           "participationId": 1
           *         }
           *       ],
           *       "points": 5,
           *       "incident": null,
           *       "extension": null,
           *       "challenges": [],
           *       "own": false,
           *       "time": "2026-11-30T09:13:07.375+00:00",
           *       "decided": {
           *         "time": "2026-11-30T09:13:07.644+00:00",
           *         "by": "drafts894d886c1",
           *         "reason": "Once is enough."
           *       }
           *     }
           */
          "application/json": components["schemas"]["CorrectionDraft"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editGameCorrection: {
    parameters: {
      path: {
        id: number;
        number: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "number": 4,
           *       "kind": "award",
           *       "reason": "They helped.",
           *       "effect": {
           *         "up": 0,
           *         "top": {
           *           "after": [
           *             {
           *               "name": "Crew pf8740b1f",
           *               "rank": 1,
           *               "score": 1055,
           *               "participationId": 1
           *             }
           *           ],
           *           "before": [
           *             {
           *               "name": "Crew pf8740b1f",
           *               "rank": 1,
           *               "score": 1050,
           *               "participationId": 1
           *             }
           *           ]
           *         },
           *         "down": 0,
           *         "gain": 1,
           *         "lose": 0,
           *         "added": 0,
           *         "ranks": 0,
           *         "teams": [
           *           {
           *             "name": "Crew pf8740b1f",
           *             "after": {
           *               "rank": 1,
           *               "score": 1055
           *             },
           *             "before": {
           *               "rank": 1,
           *               "score": 1050
           *             },
           *             "participationId": 1
           *           }
           *         ],
           *         "bloods": [],
           *         "values": [],
           *         "removed": 0,
           *         "verdicts": 0,
           *         "untouched": 0
           *       },
           *       "by": "Admin",
           *       "confirmedBy": null,
           *       "undoneBy": null,
           *       "teams": [
           *         {
           *           "name": "Crew pf8740b1f",
           *           "participationId": 1
           *         }
           *       ],
           *       "points": 5,
           *       "incident": null,
           *       "extension": null,
           *       "challenges": [],
           *       "time": "2026-11-30T09:13:08.514+00:00",
           *       "undone": null
           *     }
           */
          "application/json": components["schemas"]["Correction"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editPreviewUndoGameCorrection: {
    parameters: {
      path: {
        id: number;
        number: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "effect": {
           *         "gain": 0,
           *         "lose": 1,
           *         "untouched": 0,
           *         "ranks": 0,
           *         "up": 0,
           *         "down": 0,
           *         "added": 0,
           *         "removed": 0,
           *         "verdicts": 0,
           *         "values": [],
           *         "bloods": [],
           *         "top": {
           *           "before": [
           *             {
           *               "participationId": 1,
           *               "name": "Crew pf8740b1f",
           *               "rank": 1,
           *               "score": 1055
           *             }
           *           ],
           *           "after": [
           *             {
           *               "participationId": 1,
           *               "name": "Crew pf8740b1f",
           *               "rank": 1,
           *               "score": 1050
           *             }
           *           ]
           *         },
           *         "teams": [
           *           {
           *             "participationId": 1,
           *             "name": "Crew pf8740b1f",
           *             "before": {
           *               "rank": 1,
           *               "score": 1055
           *             },
           *             "after": {
           *               "rank": 1,
           *               "score": 1050
           *             }
           *           }
           *         ]
           *       },
           *       "ends": [],
           *       "instances": 0,
           *       "second": false,
           *       "digest": "52d2edca32e375c8d08b7552d8be756773fe529a19b3579cca265b21eb9aa70a",
           *       "empty": false
           *     }
           */
          "application/json": components["schemas"]["CorrectionPreview"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editUndoGameCorrection: {
    parameters: {
      path: {
        id: number;
        number: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "reason": "They had not."
         *     }
         */
        "application/json": components["schemas"]["CorrectionUndoModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "number": 4,
           *       "kind": "award",
           *       "reason": "They helped.",
           *       "effect": {
           *         "up": 0,
           *         "top": {
           *           "after": [
           *             {
           *               "name": "Crew pf8740b1f",
           *               "rank": 1,
           *               "score": 1055,
           *               "participationId": 1
           *             }
           *           ],
           *           "before": [
           *             {
           *               "name": "Crew pf8740b1f",
           *               "rank": 1,
           *               "score": 1050,
           *               "participationId": 1
           *             }
           *           ]
           *         },
           *         "down": 0,
           *         "gain": 1,
           *         "lose": 0,
           *         "added": 0,
           *         "ranks": 0,
           *         "teams": [
           *           {
           *             "name": "Crew pf8740b1f",
           *             "after": {
           *               "rank": 1,
           *               "score": 1055
           *             },
           *             "before": {
           *               "rank": 1,
           *               "score": 1050
           *             },
           *             "participationId": 1
           *           }
           *         ],
           *         "bloods": [],
           *         "values": [],
           *         "removed": 0,
           *         "verdicts": 0,
           *         "untouched": 0
           *       },
           *       "by": "Admin",
           *       "confirmedBy": null,
           *       "undoneBy": "Admin",
           *       "teams": [
           *         {
           *           "name": "Crew pf8740b1f",
           *           "participationId": 1
           *         }
           *       ],
           *       "points": 5,
           *       "incident": null,
           *       "extension": null,
           *       "challenges": [],
           *       "time": "2026-11-30T09:13:08.514+00:00",
           *       "undone": {
           *         "time": "2026-11-30T09:13:13.139+00:00",
           *         "reason": "They had not."
           *       }
           *     }
           */
          "application/json": components["schemas"]["Correction"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameCorrections: {
    parameters: {
      query?: {
        count?: number;
        skip?: number;
      };
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "total": 2,
           *       "data": [
           *         {
           *           "number": 2,
           *           "kind": "award",
           *           "reason": "They helped.",
           *           "effect": {
           *             "up": 0,
           *             "top": {
           *               "after": [
           *                 {
           *                   "name": "Crew p060ef1d3",
           *                   "rank": 1,
           *                   "score": 1045,
           *                   "participationId": 1
           *                 }
           *               ],
           *               "before": [
           *                 {
           *                   "name": "Crew p060ef1d3",
           *                   "rank": 1,
           *                   "score": 1040,
           *                   "participationId": 1
           *                 }
           *               ]
           *             },
           *             "down": 0,
           *             "gain": 1,
           *             "lose": 0,
           *             "added": 0,
           *             "ranks": 0,
           *             "teams": [
           *               {
           *                 "name": "Crew p060ef1d3",
           *                 "after": {
           *                   "rank": 1,
           *                   "score": 1045
           *                 },
           *                 "before": {
           *                   "rank": 1,
           *                   "score": 1040
           *                 },
           *                 "participationId": 1
           *               }
           *             ],
           *             "bloods": [],
           *             "values": [],
           *             "removed": 0,
           *             "verdicts": 0,
           *             "untouched": 0
           *           },
           *           "teams": [
           *             {
           *               "name": "Crew p060ef1d3",
           *               "participationId": 1
           *             }
           *           ],
           *           "points": 5,
           *           "incident": null,
           *           "extension": null,
           *           "challenges": [],
           *           "time": "2026-11-27T22:05:03.809+00:00",
           *           "undone": null
           *         },
           *         {
           *           "number": 1,
           *           "kind": "award",
           *           "reason": "They shared.",
           *           "effect": {
           *             "up": 0,
           *             "top": {
           *               "after": [
           *                 {
           *                   "name": "Crew p060ef1d3",
           *                   "rank": 1,
           *                   "score": 1037,
           *                   "participationId": 1
           *                 }
           *               ],
           *               "before": [
           *                 {
           *                   "name": "Crew p060ef1d3",
           *                   "rank": 1,
           *                   "score": 1040,
           *                   "participationId": 1
           *                 }
           *               ]
           *             },
           *             "down": 0,
           *             "gain": 0,
           *             "lose": 1,
           *             "added": 0,
           *             "ranks": 0,
           *             "teams": [
           *               {
           *                 "name": "Crew p060ef1d3",
           *                 "after": {
           *                   "rank": 1,
           *                   "score": 1037
           *                 },
           *                 "before": {
           *                   "rank": 1,
           *                   "score": 1040
           *                 },
           *                 "participationId": 1
           *               }
           *             ],
           *             "bloods": [],
           *             "values": [],
           *             "removed": 0,
           *             "verdicts": 0,
           *             "untouched": 0
           *           },
           *           "teams": [
           *             {
           *               "name": "Crew p060ef1d3",
           *               "participationId": 1
           *             }
           *           ],
           *           "points": -3,
           *           "incident": null,
           *           "extension": null,
           *           "challenges": [],
           *           "time": "2026-11-27T22:05:03.573+00:00",
           *           "undone": {
           *             "time": "2026-11-27T22:05:03.721+00:00",
           *             "reason": "They did not."
           *           }
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["PublicCorrectionList"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editGetGameCategories: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "id": 1,
           *         "name": "Quantum",
           *         "color": "violet",
           *         "icon": "Zap",
           *         "standsFor": "Crypto",
           *         "challenges": 0
           *       }
           *     ]
           */
          "application/json": components["schemas"]["CategoryModel"][];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editAddGameCategory: {
    parameters: {
      path: {
        id: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Quantum",
         *       "color": "violet",
         *       "icon": "Zap",
         *       "standsFor": "Crypto"
         *     }
         */
        "application/json": components["schemas"]["CategoryInputModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "id": 1,
           *         "name": "Quantum",
           *         "color": "violet",
           *         "icon": "Zap",
           *         "standsFor": "Crypto",
           *         "challenges": 0
           *       }
           *     ]
           */
          "application/json": components["schemas"]["CategoryModel"][];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editChangeGameCategory: {
    parameters: {
      path: {
        id: number;
        categoryId: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Quantum",
         *       "color": "pink",
         *       "icon": "Zap",
         *       "standsFor": "Crypto"
         *     }
         */
        "application/json": components["schemas"]["CategoryInputModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "id": 1,
           *         "name": "Quantum",
           *         "color": "pink",
           *         "icon": "Zap",
           *         "standsFor": "Crypto",
           *         "challenges": 0
           *       }
           *     ]
           */
          "application/json": components["schemas"]["CategoryModel"][];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editDeleteGameCategory: {
    parameters: {
      path: {
        id: number;
        categoryId: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /** @example [] */
          "application/json": components["schemas"]["CategoryModel"][];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editGetGameChallenges: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "id": 3,
           *         "title": "Deep",
           *         "category": "Pwn",
           *         "customCategory": null,
           *         "type": "StaticAttachment",
           *         "isEnabled": true,
           *         "score": 1000,
           *         "minScore": 250,
           *         "originalScore": 1000,
           *         "hasFlag": true,
           *         "stock": null,
           *         "room": null,
           *         "releaseAt": null,
           *         "releaseFault": null,
           *         "block": null,
           *         "acceptedCount": 0,
           *         "attempts": 0,
           *         "solveRate": null,
           *         "rating": null,
           *         "firstBlood": null,
           *         "image": null,
           *         "check": {
           *           "state": "never",
           *           "since": null
           *         }
           *       }
           *     ]
           */
          "application/json": components["schemas"]["ChallengeInfoModel"][];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editAddGameChallenge: {
    parameters: {
      path: {
        id: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "title": "Deep",
         *       "category": "Pwn",
         *       "type": "StaticAttachment"
         *     }
         */
        "application/json": {
          id?: number;
          isEnabled?: boolean;
          score?: number;
          minScore?: number;
          originalScore?: number;
          title: string;
          /** @enum {string} */
          category?: "Misc" | "Crypto" | "Pwn" | "Web" | "Reverse" | "Blockchain" | "Forensics" | "Hardware" | "Mobile" | "PPC" | "AI" | "Pentest" | "OSINT";
          customCategoryId?: number | null;
          /** @enum {string} */
          type?: "StaticAttachment" | "StaticContainer" | "DynamicAttachment" | "DynamicContainer";
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 3,
           *       "title": "Deep",
           *       "content": "",
           *       "solution": "",
           *       "solutionPublic": false,
           *       "category": "Pwn",
           *       "type": "StaticAttachment",
           *       "hints": [],
           *       "pricedHints": [],
           *       "connections": [],
           *       "flagTemplate": null,
           *       "decoy": null,
           *       "isEnabled": false,
           *       "acceptedCount": 0,
           *       "fileName": "attachment",
           *       "customCategory": null,
           *       "flags": [],
           *       "files": [],
           *       "attachment": null,
           *       "testContainer": null,
           *       "containerImage": "",
           *       "memoryLimit": 64,
           *       "cpuCount": 1,
           *       "storageLimit": 256,
           *       "containerExposePort": 80,
           *       "enableTrafficCapture": false,
           *       "containerCompose": null,
           *       "containerOptions": {
           *         "readOnly": true,
           *         "pids": 256,
           *         "capabilities": [],
           *         "egress": "none",
           *         "egressHosts": [],
           *         "flagDelivery": "env",
           *         "flagPath": "/run/halyard/flag",
           *         "readiness": "tcp",
           *         "readinessTarget": "",
           *         "startTimeout": 60,
           *         "keepAfterSolve": 0,
           *         "entry": {
           *           "title": "",
           *           "service": "",
           *           "protocol": "auto"
           *         },
           *         "more": []
           *       },
           *       "solver": null,
           *       "originalScore": 1000,
           *       "minScoreRate": 0.25,
           *       "difficulty": 5,
           *       "attemptLimit": null,
           *       "checker": null,
           *       "scoring": null,
           *       "pointValues": null,
           *       "author": "",
           *       "level": null,
           *       "tags": [],
           *       "requires": [],
           *       "hideLocked": false,
           *       "block": null,
           *       "releaseAt": null,
           *       "closesAt": null,
           *       "version": 1
           *     }
           */
          "application/json": components["schemas"]["ChallengeEditDetailModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editUpdateGameChallengesAcceptedCount: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editPushGameChallenges: {
    parameters: {
      query?: {
        dryRun?: boolean;
        plan?: string;
        partial?: boolean;
        values?: string;
      };
      path: {
        id: number;
      };
    };
    requestBody: {
      content: {
        "multipart/form-data": {
          /** Format: binary */
          file?: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "created": [],
           *       "updated": [],
           *       "unchanged": [],
           *       "refused": [
           *         {
           *           "from": "tree/reef/challenge.yml",
           *           "title": "reef",
           *           "reason": {
           *             "code": "bad_yaml",
           *             "params": {
           *               "reason": "Missing , or : between flow sequence items at line 6, column 13"
           *             }
           *           }
           *         }
           *       ],
           *       "ignored": [],
           *       "gone": [],
           *       "gameId": 1,
           *       "title": "Regatta 354c5f6d",
           *       "plan": "b63e26cdc2f53feb7471b2b27eb6a097072cfa7013817e25167b362e6a07e044",
           *       "marks": []
           *     }
           */
          "application/json": components["schemas"]["ChallengePushModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editResetGameChallengeAttempts: {
    parameters: {
      path: {
        id: number;
        cId: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "participationId": 1,
         *       "reason": "A typo."
         *     }
         */
        "application/json": components["schemas"]["AttemptsResetModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editBlockGameChallenge: {
    parameters: {
      path: {
        id: number;
        cId: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "reason": "Its service is down.",
         *       "announce": true
         *     }
         */
        "application/json": components["schemas"]["FlagBlockModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editUnblockGameChallenge: {
    parameters: {
      path: {
        id: number;
        cId: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editGetGameChallenge: {
    parameters: {
      path: {
        id: number;
        cId: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 3,
           *       "title": "Deep",
           *       "content": "",
           *       "solution": "",
           *       "solutionPublic": false,
           *       "category": "Pwn",
           *       "type": "StaticAttachment",
           *       "hints": [],
           *       "pricedHints": [],
           *       "connections": [],
           *       "flagTemplate": null,
           *       "decoy": null,
           *       "isEnabled": false,
           *       "acceptedCount": 0,
           *       "fileName": "attachment",
           *       "customCategory": null,
           *       "flags": [
           *         {
           *           "id": 3,
           *           "flag": "flag{one}",
           *           "decoy": null,
           *           "drawn": false,
           *           "attachment": null
           *         },
           *         {
           *           "id": 4,
           *           "flag": "flag{two}",
           *           "decoy": null,
           *           "drawn": false,
           *           "attachment": null
           *         }
           *       ],
           *       "files": [],
           *       "attachment": null,
           *       "testContainer": null,
           *       "containerImage": "",
           *       "memoryLimit": 64,
           *       "cpuCount": 1,
           *       "storageLimit": 256,
           *       "containerExposePort": 80,
           *       "enableTrafficCapture": false,
           *       "containerCompose": null,
           *       "containerOptions": {
           *         "readOnly": true,
           *         "pids": 256,
           *         "capabilities": [],
           *         "egress": "none",
           *         "egressHosts": [],
           *         "flagDelivery": "env",
           *         "flagPath": "/run/halyard/flag",
           *         "readiness": "tcp",
           *         "readinessTarget": "",
           *         "startTimeout": 60,
           *         "keepAfterSolve": 0,
           *         "entry": {
           *           "title": "",
           *           "service": "",
           *           "protocol": "auto"
           *         },
           *         "more": []
           *       },
           *       "solver": null,
           *       "originalScore": 1000,
           *       "minScoreRate": 0.25,
           *       "difficulty": 5,
           *       "attemptLimit": null,
           *       "checker": null,
           *       "scoring": null,
           *       "pointValues": null,
           *       "author": "",
           *       "level": null,
           *       "tags": [],
           *       "requires": [],
           *       "hideLocked": false,
           *       "block": null,
           *       "releaseAt": null,
           *       "closesAt": null,
           *       "version": 1
           *     }
           */
          "application/json": components["schemas"]["ChallengeEditDetailModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editUpdateGameChallenge: {
    parameters: {
      path: {
        id: number;
        cId: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "isEnabled": true,
         *       "hints": [
         *         "Dive"
         *       ]
         *     }
         */
        "application/json": components["schemas"]["ChallengeUpdateModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 3,
           *       "title": "Deep",
           *       "content": "",
           *       "solution": "",
           *       "solutionPublic": false,
           *       "category": "Pwn",
           *       "type": "StaticAttachment",
           *       "hints": [
           *         "Dive"
           *       ],
           *       "pricedHints": [],
           *       "connections": [],
           *       "flagTemplate": null,
           *       "decoy": null,
           *       "isEnabled": true,
           *       "acceptedCount": 0,
           *       "fileName": "attachment",
           *       "customCategory": null,
           *       "flags": [
           *         {
           *           "id": 4,
           *           "flag": "flag{two}",
           *           "decoy": null,
           *           "drawn": false,
           *           "attachment": null
           *         }
           *       ],
           *       "files": [],
           *       "attachment": null,
           *       "testContainer": null,
           *       "containerImage": "",
           *       "memoryLimit": 64,
           *       "cpuCount": 1,
           *       "storageLimit": 256,
           *       "containerExposePort": 80,
           *       "enableTrafficCapture": false,
           *       "containerCompose": null,
           *       "containerOptions": {
           *         "readOnly": true,
           *         "pids": 256,
           *         "capabilities": [],
           *         "egress": "none",
           *         "egressHosts": [],
           *         "flagDelivery": "env",
           *         "flagPath": "/run/halyard/flag",
           *         "readiness": "tcp",
           *         "readinessTarget": "",
           *         "startTimeout": 60,
           *         "keepAfterSolve": 0,
           *         "entry": {
           *           "title": "",
           *           "service": "",
           *           "protocol": "auto"
           *         },
           *         "more": []
           *       },
           *       "solver": null,
           *       "originalScore": 1000,
           *       "minScoreRate": 0.25,
           *       "difficulty": 5,
           *       "attemptLimit": null,
           *       "checker": null,
           *       "scoring": null,
           *       "pointValues": null,
           *       "author": "",
           *       "level": null,
           *       "tags": [],
           *       "requires": [],
           *       "hideLocked": false,
           *       "block": null,
           *       "releaseAt": null,
           *       "closesAt": null,
           *       "version": 2
           *     }
           */
          "application/json": components["schemas"]["ChallengeEditDetailModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editRemoveGameChallenge: {
    parameters: {
      path: {
        id: number;
        cId: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editUpdateAttachment: {
    parameters: {
      path: {
        id: number;
        cId: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "attachmentType": "Remote",
         *       "remoteUrl": "https://files.example/deep.zip"
         *     }
         */
        "application/json": components["schemas"]["AttachmentCreateModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editArrangeFiles: {
    parameters: {
      path: {
        id: number;
        cId: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "files": [
         *         {
         *           "id": 3
         *         },
         *         {
         *           "id": 2
         *         }
         *       ]
         *     }
         */
        "application/json": components["schemas"]["ChallengeFilesModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "id": 3,
           *         "name": "file.png",
           *         "url": "/assets/b6e71c7fa07bc8781997e1074c59ac985bc252fd1ac863356ba67fbaf01db252/file.png",
           *         "size": 139,
           *         "sha256": "b6e71c7fa07bc8781997e1074c59ac985bc252fd1ac863356ba67fbaf01db252"
           *       },
           *       {
           *         "id": 2,
           *         "name": "map.iso",
           *         "url": "https://files.example/map.iso",
           *         "size": null,
           *         "sha256": null
           *       }
           *     ]
           */
          "application/json": components["schemas"]["ChallengeFileModel"][];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editAddFiles: {
    parameters: {
      path: {
        id: number;
        cId: number;
      };
    };
    requestBody: {
      content: {
        "multipart/form-data": {
          files?: string[];
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "id": 1,
           *         "name": "files.example",
           *         "url": "https://files.example/deep.zip",
           *         "size": null,
           *         "sha256": null
           *       },
           *       {
           *         "id": 2,
           *         "name": "map.iso",
           *         "url": "https://files.example/map.iso",
           *         "size": null,
           *         "sha256": null
           *       }
           *     ]
           */
          "application/json": components["schemas"]["ChallengeFileModel"][];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editAddRemoteFile: {
    parameters: {
      path: {
        id: number;
        cId: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "url": "https://files.example/map.iso",
         *       "name": "map.iso"
         *     }
         */
        "application/json": components["schemas"]["RemoteFileCreateModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "id": 1,
           *         "name": "files.example",
           *         "url": "https://files.example/deep.zip",
           *         "size": null,
           *         "sha256": null
           *       },
           *       {
           *         "id": 2,
           *         "name": "map.iso",
           *         "url": "https://files.example/map.iso",
           *         "size": null,
           *         "sha256": null
           *       }
           *     ]
           */
          "application/json": components["schemas"]["ChallengeFileModel"][];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editRemoveFile: {
    parameters: {
      path: {
        id: number;
        cId: number;
        fileId: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "id": 2,
           *         "name": "map.iso",
           *         "url": "https://files.example/map.iso",
           *         "size": null,
           *         "sha256": null
           *       },
           *       {
           *         "id": 1,
           *         "name": "files.example",
           *         "url": "https://files.example/deep.zip",
           *         "size": null,
           *         "sha256": null
           *       }
           *     ]
           */
          "application/json": components["schemas"]["ChallengeFileModel"][];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editGetTestContainer: {
    parameters: {
      path: {
        id: number;
        cId: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "96b80a99-c692-4510-89e0-829978334cdc",
           *       "state": "ready",
           *       "ending": false,
           *       "reason": null,
           *       "error": null,
           *       "detail": null,
           *       "exitCode": null,
           *       "lastLog": null,
           *       "waitsFor": null,
           *       "attempts": 0,
           *       "image": "box:1",
           *       "port": 80,
           *       "endpoints": [
           *         {
           *           "title": "",
           *           "service": "",
           *           "port": 80,
           *           "protocol": "tcp",
           *           "published": null,
           *           "address": null,
           *           "entry": "198.51.100.7:20001",
           *           "url": null,
           *           "tls": null
           *         }
           *       ],
           *       "memoryMb": 64,
           *       "startTimeout": 60,
           *       "engine": "unix:///contract.sock",
           *       "entry": "198.51.100.7:20001",
           *       "traffic": {
           *         "connections": 0,
           *         "bytesIn": 0,
           *         "bytesOut": 0
           *       },
           *       "requestedAt": "2026-11-27T21:31:02.147+00:00",
           *       "startedAt": "2026-11-27T21:31:02.232+00:00",
           *       "readyAt": null,
           *       "expiresAt": "2026-11-27T21:31:32.232+00:00",
           *       "endedAt": null,
           *       "steps": [
           *         {
           *           "stage": "queue",
           *           "state": "done",
           *           "ms": 85
           *         },
           *         {
           *           "stage": "image",
           *           "state": "done",
           *           "ms": 0
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["TestInstanceModel"] | null;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editCreateTestContainer: {
    parameters: {
      path: {
        id: number;
        cId: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "Running",
           *       "startedAt": "2026-11-27T21:31:02.232+00:00",
           *       "expectStopAt": "2026-11-27T21:31:32.232+00:00",
           *       "entry": "198.51.100.7:20001"
           *     }
           */
          "application/json": components["schemas"]["ContainerInfoModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editDestroyTestContainer: {
    parameters: {
      path: {
        id: number;
        cId: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editGetPreview: {
    parameters: {
      path: {
        id: number;
        cId: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 3,
           *       "title": "Deep",
           *       "content": "",
           *       "category": "Pwn",
           *       "customCategory": null,
           *       "author": "",
           *       "level": null,
           *       "tags": [],
           *       "hints": [],
           *       "hintTimes": [],
           *       "pricedHints": [],
           *       "connections": [],
           *       "score": 1000,
           *       "type": "StaticAttachment",
           *       "context": {
           *         "closeTime": null,
           *         "instanceEntry": null,
           *         "url": null,
           *         "fileSize": null
           *       },
           *       "files": [],
           *       "attempts": null,
           *       "blocked": null,
           *       "closesAt": null,
           *       "solved": false,
           *       "practised": false,
           *       "isEnabled": false,
           *       "releaseAt": null,
           *       "rule": "any",
           *       "solvable": true
           *     }
           */
          "application/json": components["schemas"]["ChallengePreviewModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editTryFlag: {
    parameters: {
      path: {
        id: number;
        cId: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "flag": "flag{two}"
         *     }
         */
        "application/json": {
          flag: string & (unknown & unknown);
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "Accepted",
           *       "place": 2,
           *       "flags": 2,
           *       "team": null
           *     }
           */
          "application/json": components["schemas"]["FlagTrialModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editGetImage: {
    parameters: {
      path: {
        id: number;
        cId: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "reference": "box:1",
           *         "state": "wanted",
           *         "digest": null,
           *         "details": null,
           *         "progress": null,
           *         "error": null,
           *         "errorText": null,
           *         "pulledAt": null,
           *         "engine": "unix:///contract.sock"
           *       }
           *     ]
           */
          "application/json": {
            reference: string;
            /** @enum {string} */
            state: "wanted" | "pulling" | "ready" | "failed";
            digest: string | null;
            details: {
              bytes: number;
              ports: number[];
              healthcheck: boolean;
              platform: string;
              user: string;
              builtAt: number | null;
            } | null;
            progress: {
              layersDone: number;
              layersTotal: number;
              bytesDone: number;
              bytesTotal: number;
            } | null;
            error: ("auth_failed" | "not_found" | "registry_unreachable" | "platform_mismatch" | "disk_full" | "failed") | null;
            errorText: string | null;
            pulledAt: number | null;
            engine: string;
          }[];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editPullImage: {
    parameters: {
      path: {
        id: number;
        cId: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editAddFlags: {
    parameters: {
      path: {
        id: number;
        cId: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example [
         *       {
         *         "flag": "flag{one}"
         *       },
         *       {
         *         "flag": "flag{two}"
         *       }
         *     ]
         */
        "application/json": components["schemas"]["FlagCreateModel"][];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editRemoveFlag: {
    parameters: {
      path: {
        id: number;
        cId: number;
        fId: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /** @example Success */
          "application/json": "Success" | "Failed" | "Duplicate" | "Denied" | "NotFound" | "Exit" | "Pending";
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editGetGames: {
    parameters: {
      query?: {
        count?: number;
        skip?: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": 6,
           *           "title": "Draft",
           *           "hidden": false,
           *           "summary": "More",
           *           "content": "",
           *           "acceptWithoutReview": false,
           *           "writeupRequired": false,
           *           "inviteCode": null,
           *           "organizations": [
           *             "Uni"
           *           ],
           *           "teamMemberCountLimit": 0,
           *           "divisionLimits": [],
           *           "solo": false,
           *           "registrationFields": [],
           *           "containerCountLimit": 3,
           *           "poster": null,
           *           "publicKey": "AAaAaaaAaAAAaaAAAAAAaAA0+AAAAaaaaaaa0A0aa0A=",
           *           "practiceMode": true,
           *           "feedback": false,
           *           "start": "2026-11-30T14:26:04.9+00:00",
           *           "end": "2026-11-30T14:42:44.9+00:00",
           *           "divisionEnds": [],
           *           "writeupDeadline": "2026-11-30T17:42:44.9+00:00",
           *           "writeupNote": "",
           *           "bloodBonus": 52459530,
           *           "certificateNote": "",
           *           "certificateSignature": "",
           *           "freeze": null,
           *           "revealed": null,
           *           "revealAfter": null,
           *           "pause": null,
           *           "version": 2
           *         },
           *         {
           *           "id": 5,
           *           "title": "Regatta 603c6500",
           *           "hidden": false,
           *           "summary": "",
           *           "content": "",
           *           "acceptWithoutReview": true,
           *           "writeupRequired": true,
           *           "inviteCode": null,
           *           "organizations": [],
           *           "teamMemberCountLimit": 0,
           *           "divisionLimits": [],
           *           "solo": false,
           *           "registrationFields": [],
           *           "containerCountLimit": 3,
           *           "poster": null,
           *           "publicKey": "0AAaAAaa00AAAAA00AaaAaaaaaa/A0aaaa0a0aAAAAA=",
           *           "practiceMode": true,
           *           "feedback": false,
           *           "start": "2026-11-30T13:09:24.628+00:00",
           *           "end": "2026-11-30T15:09:24.628+00:00",
           *           "divisionEnds": [],
           *           "writeupDeadline": "2026-11-30T16:56:04.628+00:00",
           *           "writeupNote": "",
           *           "bloodBonus": 52459530,
           *           "certificateNote": "",
           *           "certificateSignature": "",
           *           "freeze": null,
           *           "revealed": null,
           *           "revealAfter": null,
           *           "pause": null,
           *           "version": 1
           *         }
           *       ],
           *       "length": 6,
           *       "total": 6
           *     }
           */
          "application/json": {
            data: components["schemas"]["GameInfoModel"][];
            length: number;
            total: number;
          };
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editAddGame: {
    parameters: {
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "title": "Draft",
         *       "start": "2026-11-30T14:26:04.900Z",
         *       "end": "2026-11-30T14:42:44.900Z"
         *     }
         */
        "application/json": {
          id?: number;
          poster?: string | null;
          publicKey?: string;
          title: string & (unknown & unknown);
          /** @default false */
          hidden?: boolean;
          /** @default  */
          summary?: string;
          /** @default  */
          content?: string;
          /** @default false */
          acceptWithoutReview?: boolean;
          /** @default false */
          writeupRequired?: boolean;
          inviteCode?: string | null;
          organizations?: string[] | null;
          teamMemberCountLimit?: number;
          divisionLimits?: {
            division: string;
            limit: number;
          }[];
          /** @default false */
          solo?: boolean;
          registrationFields?: {
            id?: number;
            /**
             * @default Player
             * @enum {string}
             */
            of?: "Player" | "Team";
            /**
             * @default Text
             * @enum {string}
             */
            kind?: "Text" | "Paragraph" | "Number" | "Link" | "Choice" | "Checkbox";
            label: string;
            hint?: string;
            /** @default false */
            required?: boolean;
            /** @default false */
            public?: boolean;
            options?: string[];
          }[];
          containerCountLimit?: number;
          /** @default true */
          practiceMode?: boolean;
          /** @default false */
          feedback?: boolean;
          revealAfter?: number | null;
          /** Format: date-time */
          start: string | unknown;
          /** Format: date-time */
          end: string | unknown;
          /** Format: date-time */
          writeupDeadline?: string | unknown;
          /** @default  */
          writeupNote?: string;
          version?: number;
          bloodBonus?: number;
          /** @default  */
          certificateNote?: string;
          /** @default  */
          certificateSignature?: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 6,
           *       "title": "Draft",
           *       "hidden": false,
           *       "summary": "",
           *       "content": "",
           *       "acceptWithoutReview": false,
           *       "writeupRequired": false,
           *       "inviteCode": null,
           *       "organizations": [],
           *       "teamMemberCountLimit": 0,
           *       "divisionLimits": [],
           *       "solo": false,
           *       "registrationFields": [],
           *       "containerCountLimit": 3,
           *       "poster": null,
           *       "publicKey": "AAaAaaaAaAAAaaAAAAAAaAA0+AAAAaaaaaaa0A0aa0A=",
           *       "practiceMode": true,
           *       "feedback": false,
           *       "start": "2026-11-30T14:26:04.9+00:00",
           *       "end": "2026-11-30T14:42:44.9+00:00",
           *       "divisionEnds": [],
           *       "writeupDeadline": "2026-11-30T17:42:44.9+00:00",
           *       "writeupNote": "",
           *       "bloodBonus": 52459530,
           *       "certificateNote": "",
           *       "certificateSignature": "",
           *       "freeze": null,
           *       "revealed": null,
           *       "revealAfter": null,
           *       "pause": null,
           *       "version": 1
           *     }
           */
          "application/json": components["schemas"]["GameInfoModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editImportGame: {
    parameters: {
      query?: {
        dryRun?: boolean;
        title?: string & (unknown & unknown);
        start?: string;
        end?: string;
        game?: number;
        update?: "all" | number[];
        values?: string;
      };
    };
    requestBody: {
      content: {
        "multipart/form-data": {
          /** Format: binary */
          file?: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "kind": "Folders",
           *       "challenges": [],
           *       "updates": [],
           *       "refused": [
           *         {
           *           "from": "reef/challenge.yml",
           *           "title": "reef",
           *           "reason": {
           *             "code": "bad_yaml",
           *             "params": {
           *               "reason": "Missing , or : between flow sequence items at line 6, column 13"
           *             }
           *           }
           *         }
           *       ],
           *       "notices": 0,
           *       "posts": 0,
           *       "tickets": 0,
           *       "notes": [
           *         {
           *           "code": "disabled",
           *           "params": {}
           *         }
           *       ],
           *       "gameId": null,
           *       "title": "file.png",
           *       "start": "2026-12-07T08:56:00+00:00",
           *       "end": "2026-12-09T08:56:00+00:00",
           *       "writeupDeadline": "2026-12-09T11:56:00+00:00",
           *       "existing": false,
           *       "marks": [],
           *       "values": {}
           *     }
           */
          "application/json": components["schemas"]["GameImportModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editGetGame: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 6,
           *       "title": "Draft",
           *       "hidden": false,
           *       "summary": "",
           *       "content": "",
           *       "acceptWithoutReview": false,
           *       "writeupRequired": false,
           *       "inviteCode": null,
           *       "organizations": [],
           *       "teamMemberCountLimit": 0,
           *       "divisionLimits": [],
           *       "solo": false,
           *       "registrationFields": [],
           *       "containerCountLimit": 3,
           *       "poster": null,
           *       "publicKey": "AAaAaaaAaAAAaaAAAAAAaAA0+AAAAaaaaaaa0A0aa0A=",
           *       "practiceMode": true,
           *       "feedback": false,
           *       "start": "2026-11-30T14:26:04.9+00:00",
           *       "end": "2026-11-30T14:42:44.9+00:00",
           *       "divisionEnds": [],
           *       "writeupDeadline": "2026-11-30T17:42:44.9+00:00",
           *       "writeupNote": "",
           *       "bloodBonus": 52459530,
           *       "certificateNote": "",
           *       "certificateSignature": "",
           *       "freeze": null,
           *       "revealed": null,
           *       "revealAfter": null,
           *       "pause": null,
           *       "version": 1
           *     }
           */
          "application/json": components["schemas"]["GameInfoModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editUpdateGame: {
    parameters: {
      path: {
        id: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": 6,
         *       "title": "Draft",
         *       "hidden": false,
         *       "summary": "More",
         *       "content": "",
         *       "acceptWithoutReview": false,
         *       "writeupRequired": false,
         *       "inviteCode": null,
         *       "organizations": [
         *         "Uni"
         *       ],
         *       "teamMemberCountLimit": 0,
         *       "divisionLimits": [],
         *       "solo": false,
         *       "registrationFields": [],
         *       "containerCountLimit": 3,
         *       "poster": null,
         *       "publicKey": "AAaAaaaAaAAAaaAAAAAAaAA0+AAAAaaaaaaa0A0aa0A=",
         *       "practiceMode": true,
         *       "feedback": false,
         *       "start": "2026-11-30T14:26:04.9+00:00",
         *       "end": "2026-11-30T14:42:44.9+00:00",
         *       "divisionEnds": [],
         *       "writeupDeadline": "2026-11-30T17:42:44.9+00:00",
         *       "writeupNote": "",
         *       "bloodBonus": 52459530,
         *       "certificateNote": "",
         *       "certificateSignature": "",
         *       "freeze": null,
         *       "revealed": null,
         *       "revealAfter": null,
         *       "pause": null,
         *       "version": 1
         *     }
         */
        "application/json": {
          id?: number;
          poster?: string | null;
          publicKey?: string;
          title?: string & (unknown & unknown);
          hidden?: boolean;
          summary?: string;
          content?: string;
          acceptWithoutReview?: boolean;
          writeupRequired?: boolean;
          inviteCode?: string | null;
          organizations?: string[] | null;
          teamMemberCountLimit?: number;
          divisionLimits?: {
            division: string;
            limit: number;
          }[];
          solo?: boolean;
          registrationFields?: {
            id?: number;
            /**
             * @default Player
             * @enum {string}
             */
            of?: "Player" | "Team";
            /**
             * @default Text
             * @enum {string}
             */
            kind?: "Text" | "Paragraph" | "Number" | "Link" | "Choice" | "Checkbox";
            label: string;
            hint?: string;
            /** @default false */
            required?: boolean;
            /** @default false */
            public?: boolean;
            options?: string[];
          }[];
          containerCountLimit?: number;
          practiceMode?: boolean;
          feedback?: boolean;
          revealAfter?: number | null;
          /** Format: date-time */
          start?: string | unknown;
          /** Format: date-time */
          end?: string | unknown;
          /** Format: date-time */
          writeupDeadline?: string | unknown;
          writeupNote?: string;
          version?: number;
          bloodBonus?: number;
          certificateNote?: string;
          certificateSignature?: string;
          announce?: boolean;
          divisionTeams?: number;
          answersLost?: number;
          endsTeams?: number;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 6,
           *       "title": "Draft",
           *       "hidden": false,
           *       "summary": "More",
           *       "content": "",
           *       "acceptWithoutReview": false,
           *       "writeupRequired": false,
           *       "inviteCode": null,
           *       "organizations": [
           *         "Uni"
           *       ],
           *       "teamMemberCountLimit": 0,
           *       "divisionLimits": [],
           *       "solo": false,
           *       "registrationFields": [],
           *       "containerCountLimit": 3,
           *       "poster": null,
           *       "publicKey": "AAaAaaaAaAAAaaAAAAAAaAA0+AAAAaaaaaaa0A0aa0A=",
           *       "practiceMode": true,
           *       "feedback": false,
           *       "start": "2026-11-30T14:26:04.9+00:00",
           *       "end": "2026-11-30T14:42:44.9+00:00",
           *       "divisionEnds": [],
           *       "writeupDeadline": "2026-11-30T17:42:44.9+00:00",
           *       "writeupNote": "",
           *       "bloodBonus": 52459530,
           *       "certificateNote": "",
           *       "certificateSignature": "",
           *       "freeze": null,
           *       "revealed": null,
           *       "revealAfter": null,
           *       "pause": null,
           *       "version": 2
           *     }
           */
          "application/json": components["schemas"]["GameInfoModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editDeleteGame: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editPauseGame: {
    parameters: {
      path: {
        id: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "until": "2026-11-27T22:31:09.597Z",
         *       "reason": "The network is down."
         *     }
         */
        "application/json": components["schemas"]["GamePauseModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editResumeGame: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editFreezeGame: {
    parameters: {
      path: {
        id: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "at": "now"
         *     }
         */
        "application/json": components["schemas"]["GameFreezeModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editRevealGame: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editGameCeremony: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "scene": {
           *         "started": "2026-12-01T00:27:58.474+00:00",
           *         "frozen": "2026-12-01T00:27:58.195+00:00",
           *         "position": 1,
           *         "version": 2,
           *         "blank": false,
           *         "paused": false,
           *         "done": false,
           *         "total": 1,
           *         "turn": null,
           *         "rows": [
           *           {
           *             "participationId": 17,
           *             "name": "Crew pd2b43267",
           *             "avatar": null,
           *             "rank": 1,
           *             "score": 1050,
           *             "cells": [
           *               {
           *                 "category": "Web",
           *                 "customCategory": null,
           *                 "outcome": "solved",
           *                 "title": "Behind"
           *               }
           *             ]
           *           }
           *         ],
           *         "teams": 1,
           *         "sealed": {
           *           "cells": 0,
           *           "teams": 0
           *         },
           *         "last": {
           *           "participationId": 17,
           *           "name": "Crew pd2b43267",
           *           "category": "Web",
           *           "customCategory": null,
           *           "title": "Behind",
           *           "outcome": "solved",
           *           "tries": 0,
           *           "time": "2026-12-01T00:27:58.284+00:00",
           *           "blood": 1,
           *           "from": {
           *             "rank": 1,
           *             "score": 0
           *           },
           *           "to": {
           *             "rank": 1,
           *             "score": 1050
           *           }
           *         },
           *         "blood": {
           *           "participationId": 17,
           *           "name": "Crew pd2b43267",
           *           "category": "Web",
           *           "customCategory": null,
           *           "title": "Behind",
           *           "outcome": "solved",
           *           "tries": 0,
           *           "time": "2026-12-01T00:27:58.284+00:00",
           *           "blood": 1,
           *           "from": {
           *             "rank": 1,
           *             "score": 0
           *           },
           *           "to": {
           *             "rank": 1,
           *             "score": 1050
           *           }
           *         },
           *         "moves": [
           *           {
           *             "name": "Crew pd2b43267",
           *             "from": 1,
           *             "to": 1
           *           }
           *         ],
           *         "podium": null
           *       },
           *       "next": null,
           *       "team": null,
           *       "hidden": [],
           *       "outdated": false
           *     }
           */
          "application/json": components["schemas"]["GameCeremonyRemoteModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editStepGameCeremony: {
    parameters: {
      path: {
        id: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "act": "next",
         *       "version": 1
         *     }
         */
        "application/json": components["schemas"]["GameCeremonyStepModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editStartGameCeremony: {
    parameters: {
      path: {
        id: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "from": null
         *     }
         */
        "application/json": components["schemas"]["GameCeremonyStartModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editCancelGameCeremony: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editCopyGame: {
    parameters: {
      path: {
        id: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "title": "The next cup",
         *       "start": "2030-01-01T00:00:00Z",
         *       "end": "2030-01-02T00:00:00Z"
         *     }
         */
        "application/json": {
          title: string & (unknown & unknown);
          /** @default true */
          hidden?: boolean;
          /** Format: date-time */
          start: string | unknown;
          /** Format: date-time */
          end: string | unknown;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 8,
           *       "title": "The next cup",
           *       "hidden": true,
           *       "summary": "",
           *       "content": "",
           *       "acceptWithoutReview": true,
           *       "writeupRequired": false,
           *       "inviteCode": null,
           *       "organizations": [],
           *       "teamMemberCountLimit": 0,
           *       "divisionLimits": [],
           *       "solo": false,
           *       "registrationFields": [],
           *       "containerCountLimit": 3,
           *       "poster": null,
           *       "publicKey": "a0AAaAaaA0aaAAa/AaaA+aaaAa0aAAa0aa00Aa+00Aa=",
           *       "practiceMode": true,
           *       "feedback": false,
           *       "start": "2030-01-01T00:00:00+00:00",
           *       "end": "2030-01-02T00:00:00+00:00",
           *       "divisionEnds": [],
           *       "writeupDeadline": "2030-01-02T03:00:00+00:00",
           *       "writeupNote": "",
           *       "bloodBonus": 52459530,
           *       "certificateNote": "",
           *       "certificateSignature": "",
           *       "freeze": null,
           *       "revealed": null,
           *       "revealAfter": null,
           *       "pause": null,
           *       "version": 1
           *     }
           */
          "application/json": components["schemas"]["GameInfoModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editExportGame: {
    parameters: {
      query?: {
        posts?: boolean;
        tickets?: boolean;
      };
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/zip": string;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editUpdateGamePoster: {
    parameters: {
      path: {
        id: number;
      };
    };
    requestBody: {
      content: {
        "multipart/form-data": {
          /** Format: binary */
          file?: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /** @example /assets/0d7957aafe1e5f472b4a77624fffd1c5ad62f9fb772819e900a964c39d934403/poster.webp */
          "application/json": string;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editGetHashSalt: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /** @example 3b959fc83423a8636f94e6dcd72c3badfa4f6ac9914034365e54fdf8ddd18361 */
          "application/json": string;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editGetGameNotices: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "type": "Normal",
           *         "values": [
           *           "It came."
           *         ],
           *         "id": 3,
           *         "time": "2026-11-27T21:30:55.699+00:00"
           *       }
           *     ]
           */
          "application/json": components["schemas"]["GameNotice"][];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editAddGameNotice: {
    parameters: {
      path: {
        id: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "content": "A hint is coming."
         *     }
         */
        "application/json": components["schemas"]["GameNoticeModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "type": "Normal",
           *       "values": [
           *         "A hint is coming."
           *       ],
           *       "id": 3,
           *       "time": "2026-11-27T21:30:55.689+00:00"
           *     }
           */
          "application/json": components["schemas"]["GameNotice"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editUpdateGameNotice: {
    parameters: {
      path: {
        id: number;
        noticeId: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "content": "It came."
         *     }
         */
        "application/json": components["schemas"]["GameNoticeModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "type": "Normal",
           *       "values": [
           *         "It came."
           *       ],
           *       "id": 3,
           *       "time": "2026-11-27T21:30:55.699+00:00"
           *     }
           */
          "application/json": components["schemas"]["GameNotice"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editDeleteGameNotice: {
    parameters: {
      path: {
        id: number;
        noticeId: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editDeleteGameWriteUps: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editGameChallengeVersions: {
    parameters: {
      query?: {
        count?: number;
        skip?: number;
      };
      path: {
        id: number;
        cId: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "number": 4,
           *           "time": "2026-11-27T21:30:54.046+00:00",
           *           "user": {
           *             "id": "01a21eea-aacc-75fc-941b-90fbc4001f58",
           *             "name": "Admin"
           *           },
           *           "changed": [
           *             "hints",
           *             "isEnabled"
           *           ]
           *         },
           *         {
           *           "number": 3,
           *           "time": "2026-11-27T21:30:53.828+00:00",
           *           "user": {
           *             "id": "01a21eea-aacc-75fc-941b-90fbc4001f58",
           *             "name": "Admin"
           *           },
           *           "changed": [
           *             "flags"
           *           ]
           *         }
           *       ],
           *       "length": 4,
           *       "total": 4
           *     }
           */
          "application/json": {
            data: components["schemas"]["ChallengeVersionModel"][];
            length: number;
            total: number;
          };
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editGameChallengeVersion: {
    parameters: {
      path: {
        id: number;
        cId: number;
        number: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "number": 2,
           *       "time": "2026-12-01T01:30:39.393+00:00",
           *       "user": {
           *         "id": "01a22f39-89ac-74ea-ac51-5fa6e6115e7b",
           *         "name": "Admin"
           *       },
           *       "changed": [
           *         "flags"
           *       ],
           *       "content": {
           *         "tags": [],
           *         "decoy": null,
           *         "files": [],
           *         "flags": {
           *           "count": 2,
           *           "texts": [
           *             "flag{one}",
           *             "flag{two}"
           *           ],
           *           "digest": "ead611f099cb89c2efe7e546eaad524bace8fc8371f2678015538d04581e6094"
           *         },
           *         "hints": [],
           *         "level": null,
           *         "title": "Deep",
           *         "author": "",
           *         "solver": null,
           *         "checker": null,
           *         "content": "",
           *         "scoring": null,
           *         "category": "Pwn",
           *         "closesAt": null,
           *         "cpuCount": 1,
           *         "fileName": "attachment",
           *         "requires": [],
           *         "solution": "",
           *         "isEnabled": false,
           *         "releaseAt": null,
           *         "attachment": null,
           *         "difficulty": 5,
           *         "hideLocked": false,
           *         "connections": [],
           *         "memoryLimit": 64,
           *         "pricedHints": [],
           *         "attemptLimit": null,
           *         "flagTemplate": null,
           *         "minScoreRate": 0.25,
           *         "storageLimit": 256,
           *         "originalScore": 1000,
           *         "containerImage": "",
           *         "customCategory": null,
           *         "solutionPublic": false,
           *         "containerCompose": null,
           *         "containerOptions": {
           *           "more": [],
           *           "pids": 256,
           *           "entry": {
           *             "title": "",
           *             "service": "",
           *             "protocol": "auto"
           *           },
           *           "egress": "none",
           *           "flagPath": "/run/halyard/flag",
           *           "readOnly": true,
           *           "readiness": "tcp",
           *           "egressHosts": [],
           *           "capabilities": [],
           *           "flagDelivery": "env",
           *           "startTimeout": 60,
           *           "keepAfterSolve": 0,
           *           "readinessTarget": ""
           *         },
           *         "containerExposePort": 80,
           *         "enableTrafficCapture": false
           *       },
           *       "before": {
           *         "tags": [],
           *         "decoy": null,
           *         "files": [],
           *         "flags": {
           *           "count": 0,
           *           "texts": [],
           *           "digest": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
           *         },
           *         "hints": [],
           *         "level": null,
           *         "title": "Deep",
           *         "author": "",
           *         "solver": null,
           *         "checker": null,
           *         "content": "",
           *         "scoring": null,
           *         "category": "Pwn",
           *         "closesAt": null,
           *         "cpuCount": 1,
           *         "fileName": "attachment",
           *         "requires": [],
           *         "solution": "",
           *         "isEnabled": false,
           *         "releaseAt": null,
           *         "attachment": null,
           *         "difficulty": 5,
           *         "hideLocked": false,
           *         "connections": [],
           *         "memoryLimit": 64,
           *         "pricedHints": [],
           *         "attemptLimit": null,
           *         "flagTemplate": null,
           *         "minScoreRate": 0.25,
           *         "storageLimit": 256,
           *         "originalScore": 1000,
           *         "containerImage": "",
           *         "customCategory": null,
           *         "solutionPublic": false,
           *         "containerCompose": null,
           *         "containerOptions": {
           *           "more": [],
           *           "pids": 256,
           *           "entry": {
           *             "title": "",
           *             "service": "",
           *             "protocol": "auto"
           *           },
           *           "egress": "none",
           *           "flagPath": "/run/halyard/flag",
           *           "readOnly": true,
           *           "readiness": "tcp",
           *           "egressHosts": [],
           *           "capabilities": [],
           *           "flagDelivery": "env",
           *           "startTimeout": 60,
           *           "keepAfterSolve": 0,
           *           "readinessTarget": ""
           *         },
           *         "containerExposePort": 80,
           *         "enableTrafficCapture": false
           *       }
           *     }
           */
          "application/json": components["schemas"]["ChallengeVersionDetailModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editRestoreGameChallengeVersion: {
    parameters: {
      path: {
        id: number;
        cId: number;
        number: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "version": null
         *     }
         */
        "application/json": components["schemas"]["ChallengeVersionRestoreModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editGameEverything: {
    parameters: {
      query?: {
        files?: boolean;
      };
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/zip": string;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editGameExtraTimes: {
    parameters: {
      query?: {
        count?: number;
        skip?: number;
      };
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "total": 1,
           *       "data": [
           *         {
           *           "participationId": 1,
           *           "reason": "As agreed.",
           *           "team": {
           *             "id": 1,
           *             "name": "Crew pd9af6a40"
           *           },
           *           "minutes": 60,
           *           "end": "2026-11-28T02:46:41.6+00:00"
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["ExtraTimeList"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editGiveExtraTime: {
    parameters: {
      path: {
        id: number;
        participationId: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "minutes": 60,
         *       "reason": "As agreed."
         *     }
         */
        "application/json": components["schemas"]["ExtraTimeModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "participationId": 1,
           *       "reason": "As agreed.",
           *       "team": {
           *         "id": 1,
           *         "name": "Crew pd9af6a40"
           *       },
           *       "minutes": 60,
           *       "end": "2026-11-28T02:46:41.6+00:00"
           *     }
           */
          "application/json": components["schemas"]["ExtraTime"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editTakeExtraTime: {
    parameters: {
      path: {
        id: number;
        participationId: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  accountFinishLogin: {
    parameters: {
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "code": "HFGU-SXGL-3V44-VLRA"
         *     }
         */
        "application/json": components["schemas"]["SecondFactorModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  accountPasskeyOptions: {
    parameters: {
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "purpose": "add"
         *     }
         */
        "application/json": components["schemas"]["PasskeyQuestionModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "options": {
           *         "challenge": "L24WhvznP-2Ep2-wB9679dGiNBxaqDnE72nZ7-1Lp_4",
           *         "rp": {
           *           "name": "Halyard",
           *           "id": "localhost"
           *         },
           *         "user": {
           *           "id": "AaIe6wiEdBei3WiMZvmbcg",
           *           "name": "k09c0d939",
           *           "displayName": ""
           *         },
           *         "pubKeyCredParams": [
           *           {
           *             "alg": -8,
           *             "type": "public-key"
           *           },
           *           {
           *             "alg": -7,
           *             "type": "public-key"
           *           }
           *         ],
           *         "timeout": 60000,
           *         "attestation": "none",
           *         "excludeCredentials": [],
           *         "authenticatorSelection": {
           *           "residentKey": "aaaaaaaaa",
           *           "userVerification": "preferred",
           *           "requireResidentKey": false
           *         },
           *         "extensions": {
           *           "credProps": true
           *         },
           *         "hints": []
           *       }
           *     }
           */
          "application/json": components["schemas"]["PasskeyOptionsModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  accountUsePasskey: {
    parameters: {
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "id": "5C9kvPOsH-6fTjzAAqDKOGndtd45gE6CWf2JLTihwAs",
         *       "rawId": "5C9kvPOsH-6fTjzAAqDKOGndtd45gE6CWf2JLTihwAs",
         *       "type": "public-key",
         *       "response": {
         *         "clientDataJSON": "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiWlE0QVlGZkNGMU9tdzg2dFIzMFMyM2ZiYV92Z1VnYjUtMV9Ld1VoMkJ6RSIsIm9yaWdpbiI6Imh0dHA6Ly9sb2NhbGhvc3Q6MjYzNzMiLCJjcm9zc09yaWdpbiI6ZmFsc2V9",
         *         "authenticatorData": "SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ",
         *         "signature": "AAAAAAAaaAaAAA0AAAAaAaAaaA0AaaaAaa0aAa-aaAAa0AAAaaAaAAA00aa_aaaAAa0aA0AAaAA0AaAaaaAaAaa0_AAaAaAa",
         *         "userHandle": "AaIe6wiEdBei3WiMZvmbcg"
         *       }
         *     }
         */
        "application/json": components["schemas"]["PasskeyUseModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  accountAddPasskey: {
    parameters: {
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Laptop",
         *       "credential": {
         *         "id": "5C9kvPOsH-6fTjzAAqDKOGndtd45gE6CWf2JLTihwAs",
         *         "rawId": "5C9kvPOsH-6fTjzAAqDKOGndtd45gE6CWf2JLTihwAs",
         *         "type": "public-key",
         *         "response": {
         *           "clientDataJSON": "eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxlbmdlIjoiTDI0V2h2em5QLTJFcDItd0I5Njc5ZEdpTkJ4YXFEbkU3Mm5aNy0xTHBfNCIsIm9yaWdpbiI6Imh0dHA6Ly9sb2NhbGhvc3Q6MjYzNzMiLCJjcm9zc09yaWdpbiI6ZmFsc2V9",
         *           "attestationObject": "o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVikSZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2NFAAAAAAAAAAAAAAAAAAAAAAAAAAAAIOQvZLzzrB_un048wAKgyjhp3bXeOYBOgln9iS04ocALpQECAyYgASFYIJJc7dRrDj2Sr0dOQJtkTGEQ8IxfByaWGCty7Q5AIVrwIlggjKNg6JD26avTDw0YmrP_HPFsBZlNJ2hGbQlGDesSZf8",
         *           "transports": [
         *             "internal"
         *           ]
         *         }
         *       }
         *     }
         */
        "application/json": components["schemas"]["PasskeyAddModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "codes": [
           *         "HFGU-SXGL-3V44-VLRA",
           *         "PXWA-5VD5-J3AK-SLJX"
           *       ]
           *     }
           */
          "application/json": components["schemas"]["PasskeyAddedModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameFeedback: {
    parameters: {
      query?: {
        count?: number;
        skip?: number;
        challenge?: number;
      };
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "challenge": {
           *             "id": 1,
           *             "title": "Solved"
           *           },
           *           "stars": 4,
           *           "line": "Fine",
           *           "time": "2026-11-27T21:30:59.196+00:00",
           *           "user": {
           *             "id": "01a21eeb-02da-726c-ac29-a15d9c0632cc",
           *             "name": "pec4fc67e",
           *             "team": "Crew pec4fc67e"
           *           }
           *         }
           *       ],
           *       "total": 1
           *     }
           */
          "application/json": components["schemas"]["FeedbackList"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameFeedbackCsv: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "text/csv": string;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameGiveFeedback: {
    parameters: {
      path: {
        id: number;
        challengeId: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "stars": 4,
         *       "line": "Fine"
         *     }
         */
        "application/json": components["schemas"]["FeedbackModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  assetsUpload: {
    parameters: {
      query?: {
        filename?: string;
      };
    };
    requestBody: {
      content: {
        "multipart/form-data": {
          files?: string[];
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "hash": "567de00a03a6c81fd0d08f82a5ee8ff6e4a7c8375a8f04e5ab047d8e13e2074b",
           *         "name": "file.png"
           *       }
           *     ]
           */
          "application/json": {
            hash: string;
            name: string;
          }[];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  assetsDelete: {
    parameters: {
      path: {
        hash: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  assetsGetFile: {
    parameters: {
      path: {
        hash: string;
        filename: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "*/*": string;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  systemFavicon: {
    parameters: {
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "image/webp": string;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameFollows: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "teams": [
           *         4
           *       ]
           *     }
           */
          "application/json": components["schemas"]["Follows"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameFollow: {
    parameters: {
      path: {
        id: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "teams": [
         *         4
         *       ]
         *     }
         */
        "application/json": components["schemas"]["FollowModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "teams": [
           *         4
           *       ]
           *     }
           */
          "application/json": components["schemas"]["Follows"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editGameStaff: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "userId": "01a22bb9-1d88-7acb-8302-aa01550d14fd",
           *         "userName": "Admin",
           *         "role": "owner",
           *         "addedBy": null,
           *         "addedAt": "2026-11-30T09:12:22.716+00:00",
           *         "seenAt": "2026-11-30T09:12:16.737+00:00",
           *         "factor": false
           *       }
           *     ]
           */
          "application/json": components["schemas"]["GameStaffModel"][];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editAddGameStaff: {
    parameters: {
      path: {
        id: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "who": "gamehelper1",
         *       "role": "author"
         *     }
         */
        "application/json": components["schemas"]["GameStaffAddModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "userId": "01a22bb9-1d88-7acb-8302-aa01550d14fd",
           *         "userName": "Admin",
           *         "role": "owner",
           *         "addedBy": null,
           *         "addedAt": "2026-11-30T09:12:22.716+00:00",
           *         "seenAt": "2026-11-30T09:12:16.737+00:00",
           *         "factor": false
           *       },
           *       {
           *         "userId": "20786c4e-75f3-4ab0-a4d8-e59f6b6a8e0b",
           *         "userName": "gamehelper1",
           *         "role": "author",
           *         "addedBy": "Admin",
           *         "addedAt": "2026-11-30T09:12:40.733+00:00",
           *         "seenAt": null,
           *         "factor": false
           *       }
           *     ]
           */
          "application/json": components["schemas"]["GameStaffModel"][];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editStaffInvitations: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "id": 1,
           *         "role": "author",
           *         "email": "helper@halyard.example",
           *         "by": "Admin",
           *         "created": "2026-11-29T15:30:20.172+00:00",
           *         "expires": "2026-12-06T15:30:20.172+00:00"
           *       }
           *     ]
           */
          "application/json": components["schemas"]["GameStaffInvitation"][];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editInviteStaff: {
    parameters: {
      path: {
        id: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "role": "author",
         *       "email": "helper@halyard.example",
         *       "days": 7
         *     }
         */
        "application/json": components["schemas"]["GameStaffInvitationModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 1,
           *       "code": "3c516e0cec9e4dac8577cf01dd9d1013",
           *       "expires": "2026-12-06T15:30:20.172+00:00",
           *       "mailed": true
           *     }
           */
          "application/json": components["schemas"]["GameStaffInvitationMade"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editRevokeStaffInvitation: {
    parameters: {
      path: {
        id: number;
        invitationId: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editTakeOverStaff: {
    parameters: {
      path: {
        id: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "from": 1
         *     }
         */
        "application/json": components["schemas"]["GameStaffTakeOverModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "added": 1,
           *       "skipped": {
           *         "already": 1,
           *         "inactive": 0,
           *         "plays": 0,
           *         "limit": 0,
           *         "personLimit": 0
           *       }
           *     }
           */
          "application/json": components["schemas"]["GameStaffTakenOver"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editChangeGameStaff: {
    parameters: {
      path: {
        id: number;
        userId: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "role": "referee"
         *     }
         */
        "application/json": components["schemas"]["GameStaffRoleModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "userId": "01a22bb9-1d88-7acb-8302-aa01550d14fd",
           *         "userName": "Admin",
           *         "role": "owner",
           *         "addedBy": null,
           *         "addedAt": "2026-11-30T09:12:22.716+00:00",
           *         "seenAt": "2026-11-30T09:12:16.737+00:00",
           *         "factor": false
           *       },
           *       {
           *         "userId": "20786c4e-75f3-4ab0-a4d8-e59f6b6a8e0b",
           *         "userName": "gamehelper1",
           *         "role": "referee",
           *         "addedBy": "Admin",
           *         "addedAt": "2026-11-30T09:12:40.733+00:00",
           *         "seenAt": null,
           *         "factor": false
           *       }
           *     ]
           */
          "application/json": components["schemas"]["GameStaffModel"][];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editRemoveGameStaff: {
    parameters: {
      path: {
        id: number;
        userId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "userId": "01a22bb9-1d88-7acb-8302-aa01550d14fd",
           *         "userName": "Admin",
           *         "role": "owner",
           *         "addedBy": null,
           *         "addedAt": "2026-11-30T09:12:22.716+00:00",
           *         "seenAt": "2026-11-30T09:12:16.737+00:00",
           *         "factor": false
           *       }
           *     ]
           */
          "application/json": components["schemas"]["GameStaffModel"][];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editGameTokens: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "id": "01a21f9a-ddd9-766e-888c-308cd77cfac4",
           *         "name": "CI",
           *         "hint": "hly_SuFz",
           *         "role": "author",
           *         "createdAt": "2026-11-28T00:42:52.762+00:00",
           *         "expiresAt": "2026-12-28T00:42:52.762+00:00",
           *         "lastUsedAt": null,
           *         "expired": false,
           *         "madeBy": "Admin"
           *       }
           *     ]
           */
          "application/json": components["schemas"]["GameTokenModel"][];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editCreateGameToken: {
    parameters: {
      path: {
        id: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "CI",
         *       "role": "author",
         *       "days": 30
         *     }
         */
        "application/json": components["schemas"]["GameTokenCreateModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "01a21f9a-ddd9-766e-888c-308cd77cfac4",
           *       "token": "aaa_AaAa0a0aaaA0A0aAaaAAaAAAAA0aaaAaaaaAAA0A",
           *       "expiresAt": "2026-12-28T00:42:52.762+00:00"
           *     }
           */
          "application/json": components["schemas"]["ApiTokenSecretModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editRevokeGameToken: {
    parameters: {
      path: {
        id: number;
        tokenId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameGamesAll: {
    parameters: {
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "id": 1,
           *         "title": "Regatta 354c5f6d",
           *         "summary": "",
           *         "poster": null,
           *         "limit": 0,
           *         "practiceMode": true,
           *         "teamCount": 1,
           *         "start": "2026-11-27T20:30:47.055+00:00",
           *         "end": "2026-11-27T22:30:47.055+00:00",
           *         "pause": null
           *       }
           *     ]
           */
          "application/json": components["schemas"]["BasicGameInfoModel"][];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameJoinAlone: {
    parameters: {
      path: {
        id: number;
      };
    };
    requestBody: {
      content: {
        /** @example {} */
        "application/json": components["schemas"]["GameJoinAloneModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameGames: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 1,
           *       "title": "Regatta 53d9afdb",
           *       "summary": "",
           *       "content": "",
           *       "hidden": false,
           *       "organizations": [],
           *       "divisionLimits": [],
           *       "solo": false,
           *       "registrationFields": [],
           *       "inviteCodeRequired": false,
           *       "writeupRequired": false,
           *       "poster": null,
           *       "limit": 0,
           *       "teamCount": 1,
           *       "practiceMode": true,
           *       "acceptWithoutReview": true,
           *       "publicKey": "Aaa0a0AAAAaaAAAA+aaAaaAAaAaA0aaaaAaAaAAaaAA=",
           *       "freeze": null,
           *       "writeupsUntil": null,
           *       "corrections": 0,
           *       "start": "2026-11-30T11:56:13.338+00:00",
           *       "end": "2026-11-30T13:56:13.338+00:00",
           *       "pause": null,
           *       "ends": {
           *         "regular": "2026-11-30T13:56:13.338+00:00",
           *         "final": "2026-11-30T13:56:13.338+00:00",
           *         "later": []
           *       },
           *       "over": false,
           *       "organization": null,
           *       "teamName": null,
           *       "status": "Unsubmitted",
           *       "member": false,
           *       "decisions": 0,
           *       "unread": 0,
           *       "unanswered": 0
           *     }
           */
          "application/json": components["schemas"]["DetailedGameInfoModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameJoinGame: {
    parameters: {
      path: {
        id: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "teamId": 3,
         *       "organization": "Uni"
         *     }
         */
        "application/json": components["schemas"]["GameJoinModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameLeaveGame: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameChallengesWithTeamInfo: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "challenges": {
           *         "Web": [
           *           {
           *             "id": 2,
           *             "title": "Open",
           *             "category": "Web",
           *             "score": 1000,
           *             "solved": 0,
           *             "bloods": [],
           *             "originalScore": 1000,
           *             "minScoreRate": 0.25,
           *             "difficulty": 5
           *           },
           *           {
           *             "id": 1,
           *             "title": "Solved",
           *             "category": "Web",
           *             "score": 1000,
           *             "solved": 1,
           *             "bloods": [
           *               {
           *                 "id": 1,
           *                 "name": "Crew p7cd0bed2",
           *                 "avatar": null,
           *                 "submitTimeUtc": "2026-11-29T06:50:43.886+00:00"
           *               }
           *             ],
           *             "originalScore": 1000,
           *             "minScoreRate": 0.25,
           *             "difficulty": 5
           *           }
           *         ]
           *       },
           *       "rank": {
           *         "id": 1,
           *         "participationId": 1,
           *         "name": "Crew p7cd0bed2",
           *         "bio": null,
           *         "organization": null,
           *         "avatar": null,
           *         "country": null,
           *         "score": 1045,
           *         "rank": 1,
           *         "organizationRank": null,
           *         "lastSubmissionTime": "2026-11-29T06:50:43.886+00:00",
           *         "solvedChallenges": [
           *           {
           *             "id": 1,
           *             "score": 1050,
           *             "type": "FirstBlood",
           *             "userName": "p7cd0bed2",
           *             "time": "2026-11-29T06:50:43.886+00:00",
           *             "submissionId": 1
           *           }
           *         ],
           *         "solvedCount": 1,
           *         "adjustments": [
           *           {
           *             "time": "2026-11-29T06:50:43.466+00:00",
           *             "points": 5,
           *             "kind": "award",
           *             "reason": "They helped."
           *           },
           *           {
           *             "time": "2026-11-29T06:50:44.125+00:00",
           *             "points": -10,
           *             "kind": "hint",
           *             "reason": null
           *           }
           *         ]
           *       },
           *       "beside": {
           *         "ahead": null,
           *         "behind": null
           *       },
           *       "challengeCount": 2,
           *       "teamToken": "0:aAaAaaaAaa0aA0A0A0aA00AaAA/00AaAAaaaA0aaaAa00a0aaaaaaAaaAaaAaaAaAaAaaa0aAAaAaAAA0aaAAA==",
           *       "writeupRequired": false,
           *       "writeupDeadline": "2026-11-29T10:50:31.899+00:00",
           *       "seq": 8
           *     }
           */
          "application/json": components["schemas"]["GameDetailModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameCeremony: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "started": "2026-12-01T00:27:58.474+00:00",
           *       "frozen": "2026-12-01T00:27:58.195+00:00",
           *       "position": 1,
           *       "version": 2,
           *       "blank": false,
           *       "paused": false,
           *       "done": false,
           *       "total": 1,
           *       "turn": null,
           *       "rows": [
           *         {
           *           "participationId": 17,
           *           "name": "Crew pd2b43267",
           *           "avatar": null,
           *           "rank": 1,
           *           "score": 1050,
           *           "cells": [
           *             {
           *               "category": "Web",
           *               "customCategory": null,
           *               "outcome": "solved",
           *               "title": "Behind"
           *             }
           *           ]
           *         }
           *       ],
           *       "teams": 1,
           *       "sealed": {
           *         "cells": 0,
           *         "teams": 0
           *       },
           *       "last": {
           *         "participationId": 17,
           *         "name": "Crew pd2b43267",
           *         "category": "Web",
           *         "customCategory": null,
           *         "title": "Behind",
           *         "outcome": "solved",
           *         "tries": 0,
           *         "time": "2026-12-01T00:27:58.284+00:00",
           *         "blood": 1,
           *         "from": {
           *           "rank": 1,
           *           "score": 0
           *         },
           *         "to": {
           *           "rank": 1,
           *           "score": 1050
           *         }
           *       },
           *       "blood": {
           *         "participationId": 17,
           *         "name": "Crew pd2b43267",
           *         "category": "Web",
           *         "customCategory": null,
           *         "title": "Behind",
           *         "outcome": "solved",
           *         "tries": 0,
           *         "time": "2026-12-01T00:27:58.284+00:00",
           *         "blood": 1,
           *         "from": {
           *           "rank": 1,
           *           "score": 0
           *         },
           *         "to": {
           *           "rank": 1,
           *           "score": 1050
           *         }
           *       },
           *       "moves": [
           *         {
           *           "name": "Crew pd2b43267",
           *           "from": 1,
           *           "to": 1
           *         }
           *       ],
           *       "podium": null
           *     }
           */
          "application/json": components["schemas"]["GameCeremonyModel"] | null;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameNotices: {
    parameters: {
      query?: {
        count?: number;
        skip?: number;
      };
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "type": "Normal",
           *         "values": [
           *           "Solved takes flags again."
           *         ],
           *         "id": 7,
           *         "time": "2026-11-27T21:30:59.068+00:00",
           *         "change": {
           *           "kind": "FlagsUnblocked",
           *           "values": [
           *             "Solved"
           *           ]
           *         }
           *       },
           *       {
           *         "type": "Normal",
           *         "values": [
           *           "Solved takes no flags for now: Its service is down."
           *         ],
           *         "id": 6,
           *         "time": "2026-11-27T21:30:58.993+00:00",
           *         "change": {
           *           "kind": "FlagsBlocked",
           *           "values": [
           *             "Solved",
           *             "Its service is down."
           *           ]
           *         }
           *       }
           *     ]
           */
          "application/json": components["schemas"]["GameNotice"][];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameStatistics: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "teams": 1,
           *       "scoring": 1,
           *       "solves": 1,
           *       "attempts": 2,
           *       "challenges": [
           *         {
           *           "id": 13,
           *           "title": "Box",
           *           "category": "Pwn",
           *           "customCategory": null,
           *           "solves": 0,
           *           "attempts": 0,
           *           "median": null,
           *           "working": null,
           *           "rating": null,
           *           "over": [
           *             0,
           *             0
           *           ],
           *           "share": 0,
           *           "firstBlood": null
           *         },
           *         {
           *           "id": 2,
           *           "title": "Open",
           *           "category": "Web",
           *           "customCategory": null,
           *           "solves": 0,
           *           "attempts": 1,
           *           "median": null,
           *           "working": null,
           *           "rating": null,
           *           "over": [
           *             0,
           *             0
           *           ],
           *           "share": 0,
           *           "firstBlood": null
           *         }
           *       ],
           *       "categories": [
           *         {
           *           "category": "Pwn",
           *           "customCategory": null,
           *           "challenges": 1,
           *           "unsolved": 1,
           *           "solves": 0,
           *           "attempts": 0
           *         },
           *         {
           *           "category": "Web",
           *           "customCategory": null,
           *           "challenges": 2,
           *           "unsolved": 1,
           *           "solves": 1,
           *           "attempts": 2
           *         }
           *       ],
           *       "divisions": [
           *         {
           *           "division": null,
           *           "teams": 1,
           *           "scoring": 1,
           *           "solves": 1
           *         }
           *       ],
           *       "progress": {
           *         "best": [
           *           0,
           *           0
           *         ],
           *         "quarter": [
           *           0,
           *           0
           *         ],
           *         "half": [
           *           0,
           *           0
           *         ],
           *         "solved": [
           *           0,
           *           1
           *         ]
           *       },
           *       "activity": {
           *         "start": "2026-11-30T23:27:21.354+00:00",
           *         "step": 120000,
           *         "right": [
           *           0,
           *           0
           *         ],
           *         "wrong": [
           *           0,
           *           0
           *         ]
           *       }
           *     }
           */
          "application/json": components["schemas"]["GameStatistics"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameStatisticsCsv: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "text/csv": string;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameStatisticsXlsx: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameLedger: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/x-ndjson": string;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameLedgerCheckpoints: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /** @example [] */
          "application/json": components["schemas"]["LedgerCheckpoint"][];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameCtftime: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "tasks": [
           *         "Box",
           *         "Open"
           *       ],
           *       "standings": [
           *         {
           *           "pos": 1,
           *           "team": "Crew pec4fc67e",
           *           "score": 1040,
           *           "taskStats": {
           *             "Solved": {
           *               "points": 1050,
           *               "time": 1795815058
           *             }
           *           },
           *           "lastAccept": 1795815058
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["CtftimeFeed"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameEvents: {
    parameters: {
      query?: {
        count?: number;
        skip?: number;
        older?: string;
        newer?: string;
        hideContainer?: boolean;
        kind?: ("instances" | "flags" | "cheating" | "hints") | null;
        team?: number | null;
        search?: string;
      };
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "type": "ContainerDestroy",
           *         "values": [
           *           "8",
           *           "Box"
           *         ],
           *         "time": "2026-11-27T21:31:05.277+00:00",
           *         "user": "pec4fc67e",
           *         "team": "Crew pec4fc67e",
           *         "key": "a0",
           *         "teamId": 1,
           *         "ip": "127.0.0.1"
           *       },
           *       {
           *         "type": "ContainerStart",
           *         "values": [
           *           "8",
           *           "Box"
           *         ],
           *         "time": "2026-11-27T21:31:04.218+00:00",
           *         "user": "pec4fc67e",
           *         "team": "Crew pec4fc67e",
           *         "key": "a0",
           *         "teamId": 1,
           *         "ip": "127.0.0.1"
           *       }
           *     ]
           */
          "application/json": components["schemas"]["GameEvent"][];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameSubmissions: {
    parameters: {
      query?: {
        count?: number;
        skip?: number;
        older?: string;
        newer?: string;
        type?: ("FlagSubmitted" | "Accepted" | "WrongAnswer" | "CheatDetected" | "NotFound") | null;
        challenge?: number | null;
        team?: number | null;
        search?: string;
      };
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "answer": "wrong",
           *         "status": "WrongAnswer",
           *         "time": "2026-11-30T05:11:45.178+00:00",
           *         "user": "p019ae02d",
           *         "team": "Crew p019ae02d",
           *         "challenge": "Open",
           *         "id": 2,
           *         "ip": "127.0.0.1",
           *         "late": false,
           *         "challengeId": 2,
           *         "teamId": 1
           *       }
           *     ]
           */
          "application/json": components["schemas"]["Submission"][];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameCheatInfo: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /** @example [] */
          "application/json": components["schemas"]["CheatInfoModel"][];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameScoreboardSheet: {
    parameters: {
      query?: {
        format?: "xlsx" | "csv" | "json";
      };
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameSubmissionSheet: {
    parameters: {
      query?: {
        format?: "xlsx" | "csv" | "json";
      };
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameParticipations: {
    parameters: {
      query?: {
        count?: number;
        skip?: number;
      };
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "id": 2,
           *         "status": "Pending",
           *         "organization": "Uni",
           *         "createdAt": "2026-11-28T15:37:14.933+00:00",
           *         "registeredMembers": [
           *           "01a222cd-af32-7a30-816a-31e73ba44066"
           *         ],
           *         "answers": {},
           *         "playerAnswers": {},
           *         "team": {
           *           "id": 3,
           *           "name": "Crew pe301ac49",
           *           "bio": null,
           *           "avatar": null,
           *           "affiliation": null,
           *           "website": null,
           *           "country": null,
           *           "locked": false,
           *           "captainId": "01a222cd-af32-7a30-816a-31e73ba44066",
           *           "members": [
           *             {
           *               "userId": "01a222cd-af32-7a30-816a-31e73ba44066",
           *               "userName": "pe301ac49",
           *               "email": "pe301ac49@example.org",
           *               "bio": "",
           *               "phone": null,
           *               "realName": "",
           *               "stdNumber": "",
           *               "avatar": null,
           *               "role": "User"
           *             }
           *           ]
           *         }
           *       }
           *     ]
           */
          "application/json": components["schemas"]["ParticipationInfoModel"][];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameGetWriteup: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "submitted": true,
           *       "name": "Writeup-3-5-20261127-21.30.52Z.pdf",
           *       "fileSize": 411,
           *       "note": "",
           *       "uploadedAt": "2026-11-27T21:30:52.347+00:00",
           *       "url": "/assets/65bff51ea2b2273f95848e54effb7f92dea8ddb6591c310220c66af9c0ac381c/Writeup-3-5-20261127-21.30.52Z.pdf",
           *       "consent": false,
           *       "published": false,
           *       "captain": true
           *     }
           */
          "application/json": components["schemas"]["BasicWriteupInfoModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameSubmitWriteup: {
    parameters: {
      path: {
        id: number;
      };
    };
    requestBody: {
      content: {
        "multipart/form-data": {
          /** Format: binary */
          file?: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameWriteupConsent: {
    parameters: {
      path: {
        id: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "consent": true
         *     }
         */
        "application/json": components["schemas"]["WriteupConsentModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  adminPages: {
    parameters: {
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "address": "rules",
           *         "titles": {
           *           "any": "Rules",
           *           "de-DE": "Regeln"
           *         },
           *         "link": "footer",
           *         "position": 0,
           *         "published": true,
           *         "written": [
           *           "any"
           *         ]
           *       }
           *     ]
           */
          "application/json": components["schemas"]["OwnPageRowModel"][];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  adminAddPage: {
    parameters: {
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "address": "rules",
         *       "titles": {
         *         "any": "Rules",
         *         "de-DE": "Regeln"
         *       },
         *       "texts": {
         *         "any": "Attack challenges, **not** each other."
         *       },
         *       "published": true
         *     }
         */
        "application/json": components["schemas"]["OwnPageCreateModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "address": "rules",
           *       "titles": {
           *         "any": "Rules",
           *         "de-DE": "Regeln"
           *       },
           *       "texts": {
           *         "any": "Attack challenges, **not** each other."
           *       },
           *       "link": "footer",
           *       "position": 0,
           *       "published": true,
           *       "version": 1
           *     }
           */
          "application/json": components["schemas"]["OwnPageEditModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  adminPage: {
    parameters: {
      path: {
        address: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "address": "rules",
           *       "titles": {
           *         "any": "Rules",
           *         "de-DE": "Regeln"
           *       },
           *       "texts": {
           *         "any": "Attack challenges, **not** each other."
           *       },
           *       "link": "footer",
           *       "position": 0,
           *       "published": true,
           *       "version": 1
           *     }
           */
          "application/json": components["schemas"]["OwnPageEditModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  adminUpdatePage: {
    parameters: {
      path: {
        address: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "position": 1,
         *       "version": 1
         *     }
         */
        "application/json": components["schemas"]["OwnPageUpdateModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "address": "rules",
           *       "titles": {
           *         "any": "Rules",
           *         "de-DE": "Regeln"
           *       },
           *       "texts": {
           *         "any": "Attack challenges, **not** each other."
           *       },
           *       "link": "footer",
           *       "position": 1,
           *       "published": true,
           *       "version": 2
           *     }
           */
          "application/json": components["schemas"]["OwnPageEditModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  adminDeletePage: {
    parameters: {
      path: {
        address: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  infoPages: {
    parameters: {
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "address": "rules",
           *         "title": "Rules"
           *       }
           *     ]
           */
          "application/json": components["schemas"]["OwnPageLinkModel"][];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  infoPage: {
    parameters: {
      path: {
        address: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "address": "rules",
           *       "title": "Rules",
           *       "text": "Attack challenges, **not** each other.",
           *       "published": true
           *     }
           */
          "application/json": components["schemas"]["OwnPageModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameGetChallenge: {
    parameters: {
      path: {
        id: number;
        challengeId: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 1,
           *       "title": "Solved",
           *       "content": "",
           *       "category": "Web",
           *       "customCategory": null,
           *       "author": "",
           *       "level": null,
           *       "tags": [],
           *       "hints": [
           *         "Look up"
           *       ],
           *       "hintTimes": [
           *         null
           *       ],
           *       "pricedHints": [],
           *       "connections": [],
           *       "score": 1000,
           *       "type": "StaticAttachment",
           *       "context": {
           *         "closeTime": null,
           *         "instanceEntry": null,
           *         "url": null,
           *         "fileSize": null
           *       },
           *       "files": [],
           *       "attempts": null,
           *       "blocked": null,
           *       "closesAt": null,
           *       "solved": false,
           *       "practised": false
           *     }
           */
          "application/json": components["schemas"]["ChallengeDetailModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameSubmit: {
    parameters: {
      path: {
        id: number;
        challengeId: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "flag": "wrong"
         *     }
         */
        "application/json": {
          flag: string & (unknown & unknown);
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /** @example 2 */
          "application/json": number;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameGetContainer: {
    parameters: {
      path: {
        id: number;
        challengeId: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "gameId": 1,
           *       "challengeId": 8,
           *       "id": "73116ded-cf90-4883-a069-b7cb83206677",
           *       "state": "ready",
           *       "reason": null,
           *       "error": null,
           *       "reference": "73116ded",
           *       "entry": "198.51.100.7:20001",
           *       "endpoints": [
           *         {
           *           "title": "",
           *           "protocol": "tcp",
           *           "entry": "198.51.100.7:20001",
           *           "url": null,
           *           "tls": null
           *         }
           *       ],
           *       "requestedAt": "2026-11-27T21:31:04.233+00:00",
           *       "requestedBy": "pec4fc67e",
           *       "startedAt": "2026-11-27T21:31:04.305+00:00",
           *       "readyAt": null,
           *       "expiresAt": "2026-11-27T21:31:34.305+00:00",
           *       "endedAt": null,
           *       "extendableAt": "2026-11-27T21:21:34.305+00:00",
           *       "lifetime": 120,
           *       "extension": 120,
           *       "window": 10,
           *       "position": null,
           *       "waiting": null,
           *       "estimate": null,
           *       "waitsFor": null,
           *       "pull": null,
           *       "usual": null,
           *       "inUse": 1,
           *       "limit": 3,
           *       "replaces": false,
           *       "others": [],
           *       "recorded": false,
           *       "unavailable": null
           *     }
           */
          "application/json": components["schemas"]["InstanceModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameCreateContainer: {
    parameters: {
      path: {
        id: number;
        challengeId: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "Running",
           *       "startedAt": "2026-11-27T21:31:04.305+00:00",
           *       "expectStopAt": "2026-11-27T21:31:34.305+00:00",
           *       "entry": "198.51.100.7:20001"
           *     }
           */
          "application/json": components["schemas"]["ContainerInfoModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameDeleteContainer: {
    parameters: {
      path: {
        id: number;
        challengeId: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameExtendContainerLifetime: {
    parameters: {
      path: {
        id: number;
        challengeId: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "Running",
           *       "startedAt": "2026-11-30T13:16:46.044+00:00",
           *       "expectStopAt": "2026-11-30T15:17:16.044+00:00",
           *       "entry": "198.51.100.7:20001"
           *     }
           */
          "application/json": components["schemas"]["ContainerInfoModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameTries: {
    parameters: {
      query?: {
        count?: number;
        skip?: number;
      };
      path: {
        id: number;
        challengeId: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [],
           *       "length": 0,
           *       "total": 0
           *     }
           */
          "application/json": components["schemas"]["TryListModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameSolvers: {
    parameters: {
      query?: {
        count?: number;
        skip?: number;
      };
      path: {
        id: number;
        challengeId: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [],
           *       "length": 0,
           *       "total": 0
           *     }
           */
          "application/json": components["schemas"]["SolverListModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameBuyHint: {
    parameters: {
      path: {
        id: number;
        challengeId: number;
        hintId: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 1,
           *       "cost": 10,
           *       "content": "Look up",
           *       "available": true,
           *       "availableAt": null,
           *       "boughtAt": "2026-11-27T21:30:59.327+00:00"
           *     }
           */
          "application/json": components["schemas"]["HintOfferModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameReceipt: {
    parameters: {
      path: {
        id: number;
        challengeId: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "seq": 5,
           *       "text": "[1,5,\"solve\",1795815058650,1,1,1,\"01a21eeb-02da-726c-ac29-a15d9c0632cc\",null]",
           *       "previous": "fa35cac637f1e69603ba4b4c3ca0653611f441661f453f7aeeb6eb29ec63da60",
           *       "hash": "c853f0dc7d46a3932252ca68a0d7cf0e55720bf307eb6edcf25c7642274cfc3a"
           *     }
           */
          "application/json": components["schemas"]["LedgerReceipt"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameStatus: {
    parameters: {
      path: {
        id: number;
        challengeId: number;
        submitId: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /** @example FlagSubmitted */
          "application/json": "FlagSubmitted" | "Accepted" | "WrongAnswer" | "CheatDetected" | "NotFound";
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editAddPost: {
    parameters: {
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "title": "News",
         *       "summary": "",
         *       "content": "Read **this**.",
         *       "tags": [
         *         "ctf"
         *       ],
         *       "isPinned": true
         *     }
         */
        "application/json": components["schemas"]["PostEditModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /** @example 7747ec8b */
          "application/json": string;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editUpdatePost: {
    parameters: {
      path: {
        id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "title": "Old news",
         *       "summary": "",
         *       "content": "Read **this**.",
         *       "tags": [
         *         "ctf"
         *       ],
         *       "isPinned": false,
         *       "version": 1
         *     }
         */
        "application/json": components["schemas"]["PostUpdateModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "7747ec8b",
           *       "title": "Old news",
           *       "summary": "",
           *       "isPinned": false,
           *       "tags": [
           *         "ctf"
           *       ],
           *       "authorName": "Admin",
           *       "authorAvatar": null,
           *       "time": "2026-11-27T21:30:55.662+00:00",
           *       "content": "Read **this**.",
           *       "version": 2
           *     }
           */
          "application/json": components["schemas"]["PostDetailModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editDeletePost: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  infoGetPosts: {
    parameters: {
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "id": "7a281dba",
           *         "title": "Welcome",
           *         "summary": "This platform is up and running.",
           *         "isPinned": false,
           *         "tags": [],
           *         "authorName": null,
           *         "authorAvatar": null,
           *         "time": "2026-11-27T21:30:25.463+00:00"
           *       }
           *     ]
           */
          "application/json": components["schemas"]["PostInfoModel"][];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  infoGetLatestPosts: {
    parameters: {
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "id": "7a281dba",
           *         "title": "Welcome",
           *         "summary": "This platform is up and running.",
           *         "isPinned": false,
           *         "tags": [],
           *         "authorName": null,
           *         "authorAvatar": null,
           *         "time": "2026-11-27T21:30:25.463+00:00"
           *       }
           *     ]
           */
          "application/json": components["schemas"]["PostInfoModel"][];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  infoGetPost: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "7a281dba",
           *       "title": "Welcome",
           *       "summary": "This platform is up and running.",
           *       "isPinned": false,
           *       "tags": [],
           *       "authorName": null,
           *       "authorAvatar": null,
           *       "time": "2026-11-27T21:30:25.463+00:00",
           *       "content": "This platform runs capture-the-flag competitions.\n\n- **Play**: create an account, create or join a team on the Teams page, then sign up for a game on the Games page.\n- **Organise**: sign in as an administrator and create the first game.\n",
           *       "version": 1
           *     }
           */
          "application/json": components["schemas"]["PostDetailModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  accountPush: {
    parameters: {
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "publicKey": "AAaaA0Aaaa0AaaAAAaaaa0a00aaAAAAa00aaaAAAAAaA0AaA0Aaa0aaAaaA0aa0AAAAAAaaa0AAAAaaAAAAA00A",
           *       "devices": [
           *         {
           *           "id": "01a21eeb-0668-7158-9ef2-2eba41e16778",
           *           "userAgent": "node",
           *           "current": true,
           *           "created": "2026-11-27T21:30:48.82+00:00"
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["PushDevices"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  accountAddPush: {
    parameters: {
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "endpoint": "https://push.example.org/one",
         *       "keys": {
         *         "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
         *         "auth": "BTBZMqHH6r4Tts7J_aSIgg"
         *       }
         *     }
         */
        "application/json": components["schemas"]["PushDeviceModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "01a21eeb-0668-7158-9ef2-2eba41e16778"
           *     }
           */
          "application/json": {
            /** Format: uuid */
            id: string;
          };
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  accountRemovePush: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameAnswers: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "fields": [
           *         {
           *           "id": 1,
           *           "of": "Player",
           *           "hint": "",
           *           "kind": "Choice",
           *           "label": "Size",
           *           "public": false,
           *           "options": [
           *             "S"
           *           ],
           *           "required": true
           *         },
           *         {
           *           "id": 2,
           *           "of": "Team",
           *           "hint": "",
           *           "kind": "Text",
           *           "label": "School",
           *           "public": true,
           *           "options": [],
           *           "required": false
           *         }
           *       ],
           *       "player": {
           *         "1": "S"
           *       },
           *       "team": {
           *         "2": "Harbour School"
           *       }
           *     }
           */
          "application/json": components["schemas"]["RegistrationAnswersModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameChangeAnswers: {
    parameters: {
      path: {
        id: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "answers": {
         *         "2": "Harbour School"
         *       }
         *     }
         */
        "application/json": components["schemas"]["RegistrationAnswersUpdateModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameParticipationsCsv: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "text/csv": string;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editRehearsals: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "id": "01a21eeb-53b8-76c4-bf00-795f5d676255",
           *         "state": "running",
           *         "teams": 2,
           *         "requestedBy": "Admin",
           *         "stopping": false,
           *         "progress": null,
           *         "report": null,
           *         "requestedAt": "2026-11-27T21:31:08.6+00:00",
           *         "startedAt": "2026-11-27T21:31:08.615+00:00",
           *         "endedAt": null
           *       }
           *     ]
           */
          "application/json": components["schemas"]["RehearsalModel"][];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editStartRehearsal: {
    parameters: {
      path: {
        id: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "teams": 2
         *     }
         */
        "application/json": {
          teams?: number;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "01a21eeb-53b8-76c4-bf00-795f5d676255",
           *       "state": "waiting",
           *       "teams": 2,
           *       "requestedBy": "Admin",
           *       "stopping": false,
           *       "progress": null,
           *       "report": null,
           *       "requestedAt": "2026-11-27T21:31:08.6+00:00",
           *       "startedAt": null,
           *       "endedAt": null
           *     }
           */
          "application/json": components["schemas"]["RehearsalModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editStopRehearsal: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "01a21eeb-53b8-76c4-bf00-795f5d676255",
           *       "state": "running",
           *       "teams": 2,
           *       "requestedBy": "Admin",
           *       "stopping": true,
           *       "progress": null,
           *       "report": null,
           *       "requestedAt": "2026-11-27T21:31:08.6+00:00",
           *       "startedAt": "2026-11-27T21:31:08.615+00:00",
           *       "endedAt": null
           *     }
           */
          "application/json": components["schemas"]["RehearsalModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameScoreboard: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "updateTimeUtc": "2026-11-29T06:50:44.159+00:00",
           *       "seq": 8,
           *       "bloodBonus": 52459530,
           *       "timeLines": {
           *         "all": [
           *           {
           *             "id": 1,
           *             "name": "Crew p7cd0bed2",
           *             "items": [
           *               {
           *                 "time": "2026-11-29T06:50:43.466+00:00",
           *                 "score": 5
           *               },
           *               {
           *                 "time": "2026-11-29T06:50:43.886+00:00",
           *                 "score": 1055
           *               }
           *             ]
           *           }
           *         ]
           *       },
           *       "items": [
           *         {
           *           "id": 1,
           *           "participationId": 1,
           *           "name": "Crew p7cd0bed2",
           *           "bio": null,
           *           "organization": null,
           *           "avatar": null,
           *           "country": null,
           *           "score": 1045,
           *           "rank": 1,
           *           "organizationRank": null,
           *           "lastSubmissionTime": "2026-11-29T06:50:43.886+00:00",
           *           "solvedChallenges": [
           *             {
           *               "id": 1,
           *               "score": 1050,
           *               "type": "FirstBlood",
           *               "userName": "p7cd0bed2",
           *               "time": "2026-11-29T06:50:43.886+00:00",
           *               "submissionId": 1
           *             }
           *           ],
           *           "solvedCount": 1,
           *           "adjustments": [
           *             {
           *               "time": "2026-11-29T06:50:43.466+00:00",
           *               "points": 5,
           *               "kind": "award",
           *               "reason": "They helped."
           *             },
           *             {
           *               "time": "2026-11-29T06:50:44.125+00:00",
           *               "points": -10,
           *               "kind": "hint",
           *               "reason": null
           *             }
           *           ]
           *         }
           *       ],
           *       "challenges": {
           *         "Web": [
           *           {
           *             "id": 2,
           *             "title": "Open",
           *             "category": "Web",
           *             "score": 1000,
           *             "solved": 0,
           *             "bloods": [],
           *             "originalScore": 1000,
           *             "minScoreRate": 0.25,
           *             "difficulty": 5
           *           },
           *           {
           *             "id": 1,
           *             "title": "Solved",
           *             "category": "Web",
           *             "score": 1000,
           *             "solved": 1,
           *             "bloods": [
           *               {
           *                 "id": 1,
           *                 "name": "Crew p7cd0bed2",
           *                 "avatar": null,
           *                 "submitTimeUtc": "2026-11-29T06:50:43.886+00:00"
           *               }
           *             ],
           *             "originalScore": 1000,
           *             "minScoreRate": 0.25,
           *             "difficulty": 5
           *           }
           *         ]
           *       },
           *       "challengeCount": 2
           *     }
           */
          "application/json": components["schemas"]["ScoreboardModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameScoreboardColumns: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/octet-stream": string;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameScoreboardPage: {
    parameters: {
      query?: {
        count?: number;
        skip?: number;
        division?: string;
        country?: ("" | "AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "YE" | "YT" | "ZA" | "ZM" | "ZW") | null;
      };
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "seq": 8,
           *       "updateTimeUtc": "2026-11-29T06:50:44.159+00:00",
           *       "challengeCount": 2,
           *       "total": 1,
           *       "length": 1,
           *       "data": [
           *         {
           *           "id": 1,
           *           "participationId": 1,
           *           "name": "Crew p7cd0bed2",
           *           "bio": null,
           *           "organization": null,
           *           "avatar": null,
           *           "country": null,
           *           "score": 1045,
           *           "rank": 1,
           *           "organizationRank": null,
           *           "lastSubmissionTime": "2026-11-29T06:50:43.886+00:00",
           *           "solvedChallenges": [
           *             {
           *               "id": 1,
           *               "score": 1050,
           *               "type": "FirstBlood",
           *               "userName": "p7cd0bed2",
           *               "time": "2026-11-29T06:50:43.886+00:00",
           *               "submissionId": 1
           *             }
           *           ],
           *           "solvedCount": 1,
           *           "adjustments": [
           *             {
           *               "time": "2026-11-29T06:50:43.466+00:00",
           *               "points": 5,
           *               "kind": "award",
           *               "reason": "They helped."
           *             },
           *             {
           *               "time": "2026-11-29T06:50:44.125+00:00",
           *               "points": -10,
           *               "kind": "hint",
           *               "reason": null
           *             }
           *           ]
           *         }
           *       ],
           *       "own": {
           *         "id": 1,
           *         "participationId": 1,
           *         "name": "Crew p7cd0bed2",
           *         "bio": null,
           *         "organization": null,
           *         "avatar": null,
           *         "country": null,
           *         "score": 1045,
           *         "rank": 1,
           *         "organizationRank": null,
           *         "lastSubmissionTime": "2026-11-29T06:50:43.886+00:00",
           *         "solvedChallenges": [
           *           {
           *             "id": 1,
           *             "score": 1050,
           *             "type": "FirstBlood",
           *             "userName": "p7cd0bed2",
           *             "time": "2026-11-29T06:50:43.886+00:00",
           *             "submissionId": 1
           *           }
           *         ],
           *         "solvedCount": 1,
           *         "adjustments": [
           *           {
           *             "time": "2026-11-29T06:50:43.466+00:00",
           *             "points": 5,
           *             "kind": "award",
           *             "reason": "They helped."
           *           },
           *           {
           *             "time": "2026-11-29T06:50:44.125+00:00",
           *             "points": -10,
           *             "kind": "hint",
           *             "reason": null
           *           }
           *         ]
           *       }
           *     }
           */
          "application/json": components["schemas"]["ScoreboardPart"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameScoreboardTeam: {
    parameters: {
      path: {
        id: number;
        teamId: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "seq": 8,
           *       "updateTimeUtc": "2026-11-29T06:50:44.159+00:00",
           *       "challenges": {
           *         "Web": [
           *           {
           *             "id": 2,
           *             "title": "Open",
           *             "category": "Web",
           *             "score": 1000,
           *             "solved": 0,
           *             "bloods": [],
           *             "originalScore": 1000,
           *             "minScoreRate": 0.25,
           *             "difficulty": 5
           *           },
           *           {
           *             "id": 1,
           *             "title": "Solved",
           *             "category": "Web",
           *             "score": 1000,
           *             "solved": 1,
           *             "bloods": [
           *               {
           *                 "id": 1,
           *                 "name": "Crew p7cd0bed2",
           *                 "avatar": null,
           *                 "submitTimeUtc": "2026-11-29T06:50:43.886+00:00"
           *               }
           *             ],
           *             "originalScore": 1000,
           *             "minScoreRate": 0.25,
           *             "difficulty": 5
           *           }
           *         ]
           *       },
           *       "item": {
           *         "id": 1,
           *         "participationId": 1,
           *         "name": "Crew p7cd0bed2",
           *         "bio": null,
           *         "organization": null,
           *         "avatar": null,
           *         "country": null,
           *         "score": 1045,
           *         "rank": 1,
           *         "organizationRank": null,
           *         "lastSubmissionTime": "2026-11-29T06:50:43.886+00:00",
           *         "solvedChallenges": [
           *           {
           *             "id": 1,
           *             "score": 1050,
           *             "type": "FirstBlood",
           *             "userName": "p7cd0bed2",
           *             "time": "2026-11-29T06:50:43.886+00:00",
           *             "submissionId": 1
           *           }
           *         ],
           *         "solvedCount": 1,
           *         "adjustments": [
           *           {
           *             "time": "2026-11-29T06:50:43.466+00:00",
           *             "points": 5,
           *             "kind": "award",
           *             "reason": "They helped."
           *           },
           *           {
           *             "time": "2026-11-29T06:50:44.125+00:00",
           *             "points": -10,
           *             "kind": "hint",
           *             "reason": null
           *           }
           *         ]
           *       },
           *       "ranks": [
           *         {
           *           "time": "2026-11-29T06:50:43.466+00:00",
           *           "rank": 1
           *         },
           *         {
           *           "time": "2026-11-29T06:50:43.886+00:00",
           *           "rank": 1
           *         }
           *       ],
           *       "best": {
           *         "time": "2026-11-29T06:50:43.466+00:00",
           *         "rank": 1
           *       }
           *     }
           */
          "application/json": components["schemas"]["ScoreboardTeam"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editSeasons: {
    parameters: {
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "id": 1,
           *         "title": "League",
           *         "formula": "places",
           *         "teams": 0,
           *         "games": 1
           *       }
           *     ]
           */
          "application/json": components["schemas"]["SeasonRowModel"][];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editAddSeason: {
    parameters: {
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "title": "League",
         *       "formula": "places",
         *       "placePoints": [
         *         100,
         *         80
         *       ],
         *       "best": 5
         *     }
         */
        "application/json": components["schemas"]["SeasonCreateModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 1,
           *       "title": "League",
           *       "formula": "places",
           *       "placePoints": [
           *         100,
           *         80
           *       ],
           *       "best": 5,
           *       "version": 1,
           *       "teams": 0,
           *       "games": []
           *     }
           */
          "application/json": components["schemas"]["SeasonEditModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editSeason: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 1,
           *       "title": "League",
           *       "formula": "places",
           *       "placePoints": [
           *         100,
           *         80
           *       ],
           *       "best": 5,
           *       "version": 2,
           *       "teams": 0,
           *       "games": [
           *         {
           *           "id": 1,
           *           "state": "open",
           *           "title": "Regatta e381020d",
           *           "weight": 1.5
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["SeasonEditModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editUpdateSeason: {
    parameters: {
      path: {
        id: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "title": "Cup",
         *       "formula": "places",
         *       "placePoints": [
         *         100,
         *         80
         *       ],
         *       "best": 5,
         *       "version": 3
         *     }
         */
        "application/json": components["schemas"]["SeasonUpdateModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 1,
           *       "title": "Cup",
           *       "formula": "places",
           *       "placePoints": [
           *         100,
           *         80
           *       ],
           *       "best": 5,
           *       "version": 4,
           *       "teams": 0,
           *       "games": []
           *     }
           */
          "application/json": components["schemas"]["SeasonEditModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editDeleteSeason: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editPutSeasonGame: {
    parameters: {
      path: {
        id: number;
        gameId: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "weight": 1.5
         *     }
         */
        "application/json": components["schemas"]["SeasonGameUpdateModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 1,
           *       "title": "League",
           *       "formula": "places",
           *       "placePoints": [
           *         100,
           *         80
           *       ],
           *       "best": 5,
           *       "version": 2,
           *       "teams": 0,
           *       "games": [
           *         {
           *           "id": 1,
           *           "state": "open",
           *           "title": "Regatta e381020d",
           *           "weight": 1.5
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["SeasonEditModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editRemoveSeasonGame: {
    parameters: {
      path: {
        id: number;
        gameId: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 1,
           *       "title": "League",
           *       "formula": "places",
           *       "placePoints": [
           *         100,
           *         80
           *       ],
           *       "best": 5,
           *       "version": 3,
           *       "teams": 0,
           *       "games": []
           *     }
           */
          "application/json": components["schemas"]["SeasonEditModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  season: {
    parameters: {
      query?: {
        count?: number;
        skip?: number;
      };
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 1,
           *       "title": "League",
           *       "formula": "places",
           *       "placePoints": [
           *         100,
           *         80
           *       ],
           *       "best": 10,
           *       "pending": false,
           *       "games": [
           *         {
           *           "id": 8,
           *           "title": "Past 1",
           *           "counted": true,
           *           "start": "2026-11-27T20:40:48.663+00:00",
           *           "end": "2026-11-27T21:40:48.663+00:00",
           *           "weight": 1.5
           *         },
           *         {
           *           "id": 1,
           *           "title": "Regatta 6fd3852a",
           *           "counted": false,
           *           "start": "2026-11-27T21:40:33.095+00:00",
           *           "end": "2026-11-27T23:40:33.101+00:00",
           *           "weight": 1.5
           *         }
           *       ],
           *       "data": [
           *         {
           *           "place": 1,
           *           "points": 150,
           *           "results": [
           *             {
           *               "game": 8,
           *               "place": 1,
           *               "score": 1,
           *               "points": 150,
           *               "counted": true
           *             }
           *           ],
           *           "team": {
           *             "id": 1,
           *             "name": "Crew p2e63d457"
           *           }
           *         }
           *       ],
           *       "length": 1,
           *       "total": 1
           *     }
           */
          "application/json": components["schemas"]["SeasonModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  seasonCsv: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "text/csv": string;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  adminServiceTokens: {
    parameters: {
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "id": "01a21eeb-65b7-717e-8137-2b1e47a8e4b0",
           *         "name": "CI",
           *         "hint": "hly_Ur0f",
           *         "createdAt": "2026-11-27T21:31:13.213+00:00",
           *         "expiresAt": "2026-11-28T21:31:13.213+00:00",
           *         "lastUsedAt": null,
           *         "expired": false,
           *         "madeBy": "Admin",
           *         "scopes": [
           *           "read"
           *         ],
           *         "game": null
           *       }
           *     ]
           */
          "application/json": components["schemas"]["ServiceTokenModel"][];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  adminCreateServiceToken: {
    parameters: {
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "CI",
         *       "scopes": [
         *         "read"
         *       ],
         *       "days": 1
         *     }
         */
        "application/json": components["schemas"]["ServiceTokenCreateModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "01a21eeb-65b7-717e-8137-2b1e47a8e4b0",
           *       "token": "aaa_Aa0aAaAaaAaAaa0a0aAAA0aaaa0aA000aa0aaAA0",
           *       "expiresAt": "2026-11-28T21:31:13.213+00:00"
           *     }
           */
          "application/json": components["schemas"]["ApiTokenSecretModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  adminRevokeServiceToken: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editGameSite: {
    parameters: {
      query?: {
        locale?: "en-US" | "zh-CN" | "zh-TW" | "ja-JP" | "id-ID" | "ko-KR" | "ru-RU" | "de-DE" | "fr-FR" | "es-ES";
      };
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/zip": string;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameSolutions: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "challenges": [
           *         {
           *           "id": 17,
           *           "title": "Behind",
           *           "category": "Web",
           *           "customCategory": null,
           *           "rating": null,
           *           "solution": true
           *         }
           *       ],
           *       "writeups": []
           *     }
           */
          "application/json": components["schemas"]["SolutionList"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameSolution: {
    parameters: {
      path: {
        id: number;
        challengeId: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 17,
           *       "title": "Behind",
           *       "category": "Web",
           *       "customCategory": null,
           *       "rating": null,
           *       "solution": "Look up.",
           *       "writeups": []
           *     }
           */
          "application/json": components["schemas"]["SolutionModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editGameChecks: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "challengeId": 3,
           *         "title": "Deep",
           *         "state": "never",
           *         "since": null,
           *         "nextAt": null,
           *         "last": {
           *           "id": "01a21eeb-1cc1-7c73-a815-87ff1996f420",
           *           "cause": "hand",
           *           "requestedAt": "2026-11-27T21:30:54.53+00:00",
           *           "requestedBy": "Admin",
           *           "startedAt": null,
           *           "endedAt": null,
           *           "outcome": null,
           *           "reason": null,
           *           "detail": null,
           *           "exitCode": null,
           *           "output": "",
           *           "duration": null
           *         }
           *       }
           *     ]
           */
          "application/json": components["schemas"]["SolveCheckItemModel"][];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editGetGameChallengeCheck: {
    parameters: {
      path: {
        id: number;
        cId: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "challengeId": 3,
           *       "title": "Deep",
           *       "state": "never",
           *       "since": null,
           *       "nextAt": null,
           *       "runs": [
           *         {
           *           "id": "01a21eeb-1cc1-7c73-a815-87ff1996f420",
           *           "cause": "hand",
           *           "requestedAt": "2026-11-27T21:30:54.53+00:00",
           *           "requestedBy": "Admin",
           *           "startedAt": null,
           *           "endedAt": null,
           *           "outcome": null,
           *           "reason": null,
           *           "detail": null,
           *           "exitCode": null,
           *           "output": "",
           *           "duration": null
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["SolveCheckModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editCheckGameChallenge: {
    parameters: {
      path: {
        id: number;
        cId: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "01a21eeb-1cc1-7c73-a815-87ff1996f420"
           *     }
           */
          "application/json": components["schemas"]["SolveCheckStartModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameChecks: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "challengeId": 3,
           *         "title": "Deep",
           *         "state": "never",
           *         "since": null,
           *         "nextAt": null,
           *         "last": {
           *           "id": "01a21eeb-1cc1-7c73-a815-87ff1996f420",
           *           "cause": "hand",
           *           "requestedAt": "2026-11-27T21:30:54.53+00:00",
           *           "requestedBy": "Admin",
           *           "startedAt": null,
           *           "endedAt": null,
           *           "outcome": null,
           *           "reason": null,
           *           "detail": null,
           *           "exitCode": null,
           *           "output": "",
           *           "duration": null
           *         }
           *       }
           *     ]
           */
          "application/json": components["schemas"]["SolveCheckItemModel"][];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  staffAccept: {
    parameters: {
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "code": "9746126132b036512ec5bffdc2b48ae9"
         *     }
         */
        "application/json": components["schemas"]["GameStaffAcceptModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 1,
           *       "role": "author"
           *     }
           */
          "application/json": components["schemas"]["GameStaffAccepted"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  staffInvitation: {
    parameters: {
      path: {
        code: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "game": "Regatta bb2ab9d6",
           *       "role": "author",
           *       "by": "Admin",
           *       "expires": "2026-12-06T15:30:20.316+00:00",
           *       "yours": false
           *     }
           */
          "application/json": components["schemas"]["GameStaffInvitationShown"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editGameSuitcases: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "id": "843d0c48-6cad-4a60-9ffd-40d3c7326691",
           *         "by": "Admin",
           *         "merged": 0,
           *         "packed": "2026-11-28T01:03:08.773+00:00",
           *         "fingerprint": null,
           *         "received": "2026-11-28T01:03:13.987+00:00"
           *       }
           *     ]
           */
          "application/json": components["schemas"]["Suitcase"][];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editReceiveSuitcaseResults: {
    parameters: {
      path: {
        id: number;
      };
    };
    requestBody: {
      content: {
        "multipart/form-data": {
          /** Format: binary */
          file?: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "843d0c48-6cad-4a60-9ffd-40d3c7326691",
           *       "by": "Admin",
           *       "merged": 0,
           *       "packed": "2026-11-28T01:03:08.773+00:00",
           *       "fingerprint": null,
           *       "received": "2026-11-28T01:03:13.987+00:00"
           *     }
           */
          "application/json": components["schemas"]["Suitcase"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editSuitcaseResults: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/x-ndjson": string;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editPreviewSuitcaseMerge: {
    parameters: {
      path: {
        id: number;
        suitcaseId: string;
      };
    };
    requestBody: {
      content: {
        /** @example {} */
        "application/json": components["schemas"]["SuitcaseMergePreviewModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "suitcase": {
           *         "id": "00ea3316-127d-41f0-808d-c8793e63ed69",
           *         "by": "Admin",
           *         "merged": 0,
           *         "packed": "2026-11-30T09:12:48.134+00:00",
           *         "fingerprint": null,
           *         "received": "2026-11-30T09:12:52.232+00:00"
           *       },
           *       "fingerprint": "aaba 2641 e0f1 b6a8 207d 2aa8 c65b 41f7",
           *       "confirmed": false,
           *       "entries": 6,
           *       "solves": 0,
           *       "awards": 1,
           *       "teams": [
           *         {
           *           "own": 10,
           *           "name": "Crew pf8740b1f",
           *           "how": "pack",
           *           "here": {
           *             "participationId": 1,
           *             "name": "Crew pf8740b1f"
           *           }
           *         }
           *       ],
           *       "teamCount": 1,
           *       "left": {
           *         "outside": 0,
           *         "challenges": 0,
           *         "teams": 0
           *       },
           *       "preview": {
           *         "effect": {
           *           "gain": 1,
           *           "lose": 0,
           *           "untouched": 0,
           *           "ranks": 0,
           *           "up": 0,
           *           "down": 0,
           *           "added": 0,
           *           "removed": 0,
           *           "verdicts": 0,
           *           "values": [],
           *           "bloods": [],
           *           "top": {
           *             "before": [
           *               {
           *                 "participationId": 1,
           *                 "name": "Crew pf8740b1f",
           *                 "rank": 1,
           *                 "score": 0
           *               }
           *             ],
           *             "after": [
           *               {
           *                 "participationId": 1,
           *                 "name": "Crew pf8740b1f",
           *                 "rank": 1,
           *                 "score": 5
           *               }
           *             ]
           *           },
           *           "teams": [
           *             {
           *               "participationId": 1,
           *               "name": "Crew pf8740b1f",
           *               "before": {
           *                 "rank": 1,
           *                 "score": 0
           *               },
           *               "after": {
           *                 "rank": 1,
           *                 "score": 5
           *               }
           *             }
           *           ]
           *         },
           *         "ends": [],
           *         "instances": 0,
           *         "second": false,
           *         "digest": "02c238ceb7999d0b10323719fa0b8328dbd6d371299307d8e013d5e4069c09ba",
           *         "empty": false
           *       }
           *     }
           */
          "application/json": components["schemas"]["SuitcaseMergePreview"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editMergeSuitcase: {
    parameters: {
      path: {
        id: number;
        suitcaseId: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "reason": "The event in the hut.",
         *       "digest": "6b8dd059560670114347875d3f49719f946573a2528e9757cd26befc173e6221",
         *       "fingerprint": "e37c 2176 e60e 9484 64a2 3180 755f b15f"
         *     }
         */
        "application/json": components["schemas"]["SuitcaseMergeModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "correction": 1
           *     }
           */
          "application/json": components["schemas"]["SuitcaseMerged"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  teamListings: {
    parameters: {
      query?: {
        search?: string;
        before?: number;
        count?: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": 2,
           *           "name": "Crew c43ab8565",
           *           "bio": null,
           *           "avatar": null,
           *           "text": "crypto",
           *           "affiliation": null,
           *           "website": null,
           *           "country": null,
           *           "members": 3,
           *           "own": null,
           *           "listed": "2026-11-28T15:37:14.347+00:00"
           *         }
           *       ],
           *       "next": null
           *     }
           */
          "application/json": components["schemas"]["ListedTeams"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  teamList: {
    parameters: {
      path: {
        id: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "text": "crypto"
         *     }
         */
        "application/json": components["schemas"]["TeamListingModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  teamUnlist: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  teamSeekers: {
    parameters: {
      query?: {
        search?: string;
        before?: number;
        count?: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": null,
           *           "name": "ce928a61c",
           *           "avatar": null,
           *           "text": "web",
           *           "listed": "2026-11-27T21:59:21.467+00:00"
           *         }
           *       ],
           *       "next": null
           *     }
           */
          "application/json": components["schemas"]["ListedPlayers"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  teamSeek: {
    parameters: {
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "text": "web"
         *     }
         */
        "application/json": components["schemas"]["TeamListingModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  teamSeekNoMore: {
    parameters: {
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  teamAsked: {
    parameters: {
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "team": {
           *           "id": 2,
           *           "name": "Crew c2fa88cda"
           *         },
           *         "text": "I like pwn",
           *         "state": "Waiting",
           *         "at": "2026-11-27T21:59:21.408+00:00"
           *       }
           *     ]
           */
          "application/json": components["schemas"]["OwnTeamRequest"][];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  teamRequests: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "userId": "01a21f05-2802-7ea8-8448-940f851fc652",
           *         "userName": "c73e94999",
           *         "avatar": null,
           *         "page": false,
           *         "text": "I like pwn",
           *         "at": "2026-11-27T21:59:21.408+00:00"
           *       },
           *       {
           *         "userId": "01a21f05-2817-72e0-9bcd-4c82b5386bcf",
           *         "userName": "ce928a61c",
           *         "avatar": null,
           *         "page": false,
           *         "text": "I like pwn",
           *         "at": "2026-11-27T21:59:21.429+00:00"
           *       }
           *     ]
           */
          "application/json": components["schemas"]["TeamRequest"][];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  teamAsk: {
    parameters: {
      path: {
        id: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "text": "I like pwn"
         *     }
         */
        "application/json": components["schemas"]["TeamRequestModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  teamWithdrawRequest: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  teamAnswerRequest: {
    parameters: {
      path: {
        id: number;
        userId: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "accept": false
         *     }
         */
        "application/json": components["schemas"]["TeamRequestAnswerModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  teamGetTeamsInfo: {
    parameters: {
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "id": 2,
           *         "name": "Crew c43ab8565",
           *         "bio": null,
           *         "avatar": null,
           *         "affiliation": null,
           *         "website": null,
           *         "country": null,
           *         "locked": false,
           *         "members": [
           *           {
           *             "id": "01a222cd-ac9e-7a22-9778-28d3d8ce86ad",
           *             "userName": "c43ab8565",
           *             "bio": "",
           *             "avatar": null,
           *             "captain": true
           *           },
           *           {
           *             "id": "01a222cd-acb2-775c-8813-712bc3c9ea1c",
           *             "userName": "c61455e75",
           *             "bio": "",
           *             "avatar": null,
           *             "captain": false
           *           }
           *         ]
           *       }
           *     ]
           */
          "application/json": components["schemas"]["TeamInfoModel"][];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  teamCreateTeam: {
    parameters: {
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Crew c43ab8565",
         *       "bio": null
         *     }
         */
        "application/json": components["schemas"]["TeamUpdateModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 2,
           *       "name": "Crew c43ab8565",
           *       "bio": null,
           *       "avatar": null,
           *       "affiliation": null,
           *       "website": null,
           *       "country": null,
           *       "locked": false,
           *       "members": [
           *         {
           *           "id": "01a222cd-ac9e-7a22-9778-28d3d8ce86ad",
           *           "userName": "c43ab8565",
           *           "bio": "",
           *           "avatar": null,
           *           "captain": true
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["TeamInfoModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  teamAccept: {
    parameters: {
    };
    requestBody: {
      content: {
        /** @example Crew cdf75c14d:2:42e27ceb147baf6702eac7e510b2b3ed */
        "application/json": string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  teamVerifySignature: {
    parameters: {
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "teamToken": "0:aAAAaAaAaAAaaaAa0aa0+aAAAaaAaa/aaaaaAaAaAAA00Aa0/AaAaaaAa0A00AAaa/aA00AAAAAAA0aAAAa/Aa==",
         *       "publicKey": "AAA0+AAAAAAaAaAAaaaaAAAa0aAAaaa0AaA0aAaAAaA="
         *     }
         */
        "application/json": components["schemas"]["SignatureVerifyModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  teamGetBasicInfo: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 2,
           *       "name": "Crew c43ab8565",
           *       "bio": null,
           *       "avatar": null,
           *       "affiliation": null,
           *       "website": null,
           *       "country": null,
           *       "locked": false,
           *       "members": [
           *         {
           *           "id": "01a222cd-ac9e-7a22-9778-28d3d8ce86ad",
           *           "userName": "c43ab8565",
           *           "bio": "",
           *           "avatar": null,
           *           "captain": true
           *         },
           *         {
           *           "id": "01a222cd-acb2-775c-8813-712bc3c9ea1c",
           *           "userName": "c61455e75",
           *           "bio": "",
           *           "avatar": null,
           *           "captain": false
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["TeamInfoModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  teamUpdateTeam: {
    parameters: {
      path: {
        id: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Crew c43ab8565!",
         *       "bio": "sails"
         *     }
         */
        "application/json": components["schemas"]["TeamUpdateModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 2,
           *       "name": "Crew c43ab8565!",
           *       "bio": "sails",
           *       "avatar": null,
           *       "affiliation": null,
           *       "website": null,
           *       "country": null,
           *       "locked": false,
           *       "members": [
           *         {
           *           "id": "01a222cd-ac9e-7a22-9778-28d3d8ce86ad",
           *           "userName": "c43ab8565",
           *           "bio": "",
           *           "avatar": null,
           *           "captain": true
           *         },
           *         {
           *           "id": "01a222cd-acb2-775c-8813-712bc3c9ea1c",
           *           "userName": "c61455e75",
           *           "bio": "",
           *           "avatar": null,
           *           "captain": false
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["TeamInfoModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  teamDeleteTeam: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  teamAvatar: {
    parameters: {
      path: {
        id: number;
      };
    };
    requestBody: {
      content: {
        "multipart/form-data": {
          /** Format: binary */
          file?: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /** @example /assets/59dc22da8cde1da385cfd0e96800314e99aa8530a0703b78353ea8c9cd258d29/avatar.webp */
          "application/json": string;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  teamInviteCode: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /** @example Crew cdf75c14d:2:42e27ceb147baf6702eac7e510b2b3ed */
          "application/json": string;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  teamUpdateInviteToken: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /** @example Crew cdf75c14d:2:133933ef8c9b5541c2dfaeec79dfb77b */
          "application/json": string;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  teamInvitations: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "id": 1,
           *         "by": "c2fa88cda",
           *         "once": false,
           *         "uses": 0,
           *         "usedBy": [],
           *         "created": "2026-11-27T21:59:21.291+00:00",
           *         "expires": "2026-11-27T22:59:21.291+00:00"
           *       }
           *     ]
           */
          "application/json": components["schemas"]["TeamInvitation"][];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  teamMakeInvitation: {
    parameters: {
      path: {
        id: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "hours": 1,
         *       "once": false
         *     }
         */
        "application/json": components["schemas"]["TeamInvitationModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 1,
           *       "code": "Crew c2fa88cda:2:e766ec104271da41b711ec8eaee123bd",
           *       "expires": "2026-11-27T22:59:21.291+00:00"
           *     }
           */
          "application/json": components["schemas"]["TeamInvitationMade"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  teamRevokeInvitation: {
    parameters: {
      path: {
        id: number;
        invitationId: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  teamKickUser: {
    parameters: {
      path: {
        id: number;
        userId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 2,
           *       "name": "Crew c43ab8565!",
           *       "bio": "sails",
           *       "avatar": "/assets/56b7091429e0f5c206069b32abdf336f6bc58bf285a1fbb8fd5ba722272ce042/avatar",
           *       "affiliation": null,
           *       "website": null,
           *       "country": null,
           *       "locked": false,
           *       "members": [
           *         {
           *           "id": "01a222cd-ac9e-7a22-9778-28d3d8ce86ad",
           *           "userName": "c43ab8565",
           *           "bio": "",
           *           "avatar": null,
           *           "captain": true
           *         },
           *         {
           *           "id": "01a222cd-acb2-775c-8813-712bc3c9ea1c",
           *           "userName": "c61455e75",
           *           "bio": "",
           *           "avatar": null,
           *           "captain": false
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["TeamInfoModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  teamLeave: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  teamTransfer: {
    parameters: {
      path: {
        id: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "newCaptainId": "01a222cd-acb2-775c-8813-712bc3c9ea1c"
         *     }
         */
        "application/json": components["schemas"]["TeamTransferModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 2,
           *       "name": "Crew c43ab8565!",
           *       "bio": "sails",
           *       "avatar": "/assets/56b7091429e0f5c206069b32abdf336f6bc58bf285a1fbb8fd5ba722272ce042/avatar",
           *       "affiliation": null,
           *       "website": null,
           *       "country": null,
           *       "locked": false,
           *       "members": [
           *         {
           *           "id": "01a222cd-acb2-775c-8813-712bc3c9ea1c",
           *           "userName": "c61455e75",
           *           "bio": "",
           *           "avatar": null,
           *           "captain": true
           *         },
           *         {
           *           "id": "01a222cd-ac9e-7a22-9778-28d3d8ce86ad",
           *           "userName": "c43ab8565",
           *           "bio": "",
           *           "avatar": null,
           *           "captain": false
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["TeamInfoModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameTickets: {
    parameters: {
      query?: {
        count?: number;
        after?: string;
      };
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": 1,
           *           "title": "It is down",
           *           "state": "waiting",
           *           "challenge": {
           *             "id": 1,
           *             "title": "Solved"
           *           },
           *           "unread": 0,
           *           "openedAt": "2026-11-27T21:31:01.029+00:00",
           *           "changedAt": "2026-11-27T21:31:01.029+00:00"
           *         }
           *       ],
           *       "next": null
           *     }
           */
          "application/json": components["schemas"]["TicketList"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameOpenTicket: {
    parameters: {
      path: {
        id: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "title": "It is down",
         *       "text": "Since five minutes.",
         *       "challengeId": 1
         *     }
         */
        "application/json": components["schemas"]["TicketOpenModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 1,
           *       "title": "It is down",
           *       "state": "waiting",
           *       "challenge": {
           *         "id": 1,
           *         "title": "Solved"
           *       },
           *       "openedAt": "2026-11-27T21:31:01.029+00:00",
           *       "changedAt": "2026-11-27T21:31:01.029+00:00",
           *       "messages": [
           *         {
           *           "id": 1,
           *           "staff": false,
           *           "by": "pec4fc67e",
           *           "text": "Since five minutes.",
           *           "time": "2026-11-27T21:31:01.029+00:00"
           *         }
           *       ],
           *       "barrier": null
           *     }
           */
          "application/json": components["schemas"]["Ticket"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameTicket: {
    parameters: {
      path: {
        id: number;
        ticketId: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 1,
           *       "title": "It is down",
           *       "state": "waiting",
           *       "challenge": {
           *         "id": 1,
           *         "title": "Solved"
           *       },
           *       "openedAt": "2026-11-27T21:31:01.029+00:00",
           *       "changedAt": "2026-11-27T21:31:01.029+00:00",
           *       "messages": [
           *         {
           *           "id": 1,
           *           "staff": false,
           *           "by": "pec4fc67e",
           *           "text": "Since five minutes.",
           *           "time": "2026-11-27T21:31:01.029+00:00"
           *         }
           *       ],
           *       "barrier": null
           *     }
           */
          "application/json": components["schemas"]["Ticket"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameWriteToTicket: {
    parameters: {
      path: {
        id: number;
        ticketId: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "text": "Still."
         *     }
         */
        "application/json": components["schemas"]["TicketMessageModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 1,
           *       "title": "It is down",
           *       "state": "waiting",
           *       "challenge": {
           *         "id": 1,
           *         "title": "Solved"
           *       },
           *       "openedAt": "2026-11-27T21:31:01.029+00:00",
           *       "changedAt": "2026-11-27T21:31:01.193+00:00",
           *       "messages": [
           *         {
           *           "id": 1,
           *           "staff": false,
           *           "by": "pec4fc67e",
           *           "text": "Since five minutes.",
           *           "time": "2026-11-27T21:31:01.029+00:00"
           *         },
           *         {
           *           "id": 2,
           *           "staff": false,
           *           "by": "pec4fc67e",
           *           "text": "Still.",
           *           "time": "2026-11-27T21:31:01.193+00:00"
           *         }
           *       ],
           *       "barrier": null
           *     }
           */
          "application/json": components["schemas"]["Ticket"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameCloseTicket: {
    parameters: {
      path: {
        id: number;
        ticketId: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 1,
           *       "title": "It is down",
           *       "state": "closed",
           *       "challenge": {
           *         "id": 1,
           *         "title": "Solved"
           *       },
           *       "openedAt": "2026-11-27T21:31:01.029+00:00",
           *       "changedAt": "2026-11-27T21:31:01.457+00:00",
           *       "messages": [
           *         {
           *           "id": 1,
           *           "staff": false,
           *           "by": "pec4fc67e",
           *           "text": "Since five minutes.",
           *           "time": "2026-11-27T21:31:01.029+00:00"
           *         },
           *         {
           *           "id": 2,
           *           "staff": false,
           *           "by": "pec4fc67e",
           *           "text": "Still.",
           *           "time": "2026-11-27T21:31:01.193+00:00"
           *         }
           *       ],
           *       "barrier": "closed"
           *     }
           */
          "application/json": components["schemas"]["Ticket"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameTicketQueue: {
    parameters: {
      query?: {
        count?: number;
        after?: string;
        state?: ("waiting" | "answered" | "sent" | "closed") | null;
        challenge?: number | null;
        owner?: ("mine" | "nobody") | null;
      };
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": 1,
           *           "title": "It is down",
           *           "state": "waiting",
           *           "challenge": {
           *             "id": 1,
           *             "title": "Solved"
           *           },
           *           "team": {
           *             "participationId": 1,
           *             "teamId": 1,
           *             "name": "Crew pf8740b1f"
           *           },
           *           "owner": null,
           *           "messages": 2,
           *           "openedAt": "2026-11-30T09:12:54.236+00:00",
           *           "changedAt": "2026-11-30T09:12:54.419+00:00"
           *         }
           *       ],
           *       "next": null
           *     }
           */
          "application/json": components["schemas"]["QueuedTicketList"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameQueuedTicket: {
    parameters: {
      path: {
        id: number;
        ticketId: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 1,
           *       "title": "It is down",
           *       "state": "waiting",
           *       "challenge": {
           *         "id": 1,
           *         "title": "Solved"
           *       },
           *       "owner": null,
           *       "openedAt": "2026-11-30T09:12:54.236+00:00",
           *       "changedAt": "2026-11-30T09:12:54.419+00:00",
           *       "team": {
           *         "participationId": 1,
           *         "teamId": 1,
           *         "name": "Crew pf8740b1f",
           *         "status": "Accepted"
           *       },
           *       "messages": [
           *         {
           *           "id": 1,
           *           "staff": false,
           *           "by": "pf8740b1f",
           *           "text": "Since five minutes.",
           *           "time": "2026-11-30T09:12:54.236+00:00"
           *         },
           *         {
           *           "id": 2,
           *           "staff": false,
           *           "by": "pf8740b1f",
           *           "text": "Still.",
           *           "time": "2026-11-30T09:12:54.419+00:00"
           *         }
           *       ],
           *       "last": 2
           *     }
           */
          "application/json": components["schemas"]["QueuedTicket"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameTurnTicket: {
    parameters: {
      path: {
        id: number;
        ticketId: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "closed": false,
         *       "last": 3
         *     }
         */
        "application/json": components["schemas"]["TicketClosingModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 1,
           *       "title": "It is down",
           *       "state": "answered",
           *       "challenge": {
           *         "id": 1,
           *         "title": "Solved"
           *       },
           *       "owner": {
           *         "id": "01a22bb9-1d88-7acb-8302-aa01550d14fd",
           *         "name": "Admin"
           *       },
           *       "openedAt": "2026-11-30T09:12:54.236+00:00",
           *       "changedAt": "2026-11-30T09:12:54.78+00:00",
           *       "team": {
           *         "participationId": 1,
           *         "teamId": 1,
           *         "name": "Crew pf8740b1f",
           *         "status": "Accepted"
           *       },
           *       "messages": [
           *         {
           *           "id": 1,
           *           "staff": false,
           *           "by": "pf8740b1f",
           *           "text": "Since five minutes.",
           *           "time": "2026-11-30T09:12:54.236+00:00"
           *         },
           *         {
           *           "id": 2,
           *           "staff": false,
           *           "by": "pf8740b1f",
           *           "text": "Still.",
           *           "time": "2026-11-30T09:12:54.419+00:00"
           *         }
           *       ],
           *       "last": 3
           *     }
           */
          "application/json": components["schemas"]["QueuedTicket"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameAnswerTicket: {
    parameters: {
      path: {
        id: number;
        ticketId: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "text": "It is back.",
         *       "last": 2
         *     }
         */
        "application/json": components["schemas"]["TicketAnswerModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 1,
           *       "title": "It is down",
           *       "state": "answered",
           *       "challenge": {
           *         "id": 1,
           *         "title": "Solved"
           *       },
           *       "owner": {
           *         "id": "01a22bb9-1d88-7acb-8302-aa01550d14fd",
           *         "name": "Admin"
           *       },
           *       "openedAt": "2026-11-30T09:12:54.236+00:00",
           *       "changedAt": "2026-11-30T09:12:54.65+00:00",
           *       "team": {
           *         "participationId": 1,
           *         "teamId": 1,
           *         "name": "Crew pf8740b1f",
           *         "status": "Accepted"
           *       },
           *       "messages": [
           *         {
           *           "id": 1,
           *           "staff": false,
           *           "by": "pf8740b1f",
           *           "text": "Since five minutes.",
           *           "time": "2026-11-30T09:12:54.236+00:00"
           *         },
           *         {
           *           "id": 2,
           *           "staff": false,
           *           "by": "pf8740b1f",
           *           "text": "Still.",
           *           "time": "2026-11-30T09:12:54.419+00:00"
           *         }
           *       ],
           *       "last": 3
           *     }
           */
          "application/json": components["schemas"]["QueuedTicket"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameOwnTicket: {
    parameters: {
      path: {
        id: number;
        ticketId: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "userId": "01a22bb9-1d88-7acb-8302-aa01550d14fd",
         *       "from": null
         *     }
         */
        "application/json": components["schemas"]["TicketOwningModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": 1,
           *       "title": "It is down",
           *       "state": "waiting",
           *       "challenge": {
           *         "id": 1,
           *         "title": "Solved"
           *       },
           *       "owner": {
           *         "id": "01a22bb9-1d88-7acb-8302-aa01550d14fd",
           *         "name": "Admin"
           *       },
           *       "openedAt": "2026-11-30T09:12:54.236+00:00",
           *       "changedAt": "2026-11-30T09:12:54.419+00:00",
           *       "team": {
           *         "participationId": 1,
           *         "teamId": 1,
           *         "name": "Crew pf8740b1f",
           *         "status": "Accepted"
           *       },
           *       "messages": [
           *         {
           *           "id": 1,
           *           "staff": false,
           *           "by": "pf8740b1f",
           *           "text": "Since five minutes.",
           *           "time": "2026-11-30T09:12:54.236+00:00"
           *         },
           *         {
           *           "id": 2,
           *           "staff": false,
           *           "by": "pf8740b1f",
           *           "text": "Still.",
           *           "time": "2026-11-30T09:12:54.419+00:00"
           *         }
           *       ],
           *       "last": 2
           *     }
           */
          "application/json": components["schemas"]["QueuedTicket"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameTicketStaff: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "01a22bb9-1d88-7acb-8302-aa01550d14fd",
           *           "name": "Admin"
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["TicketStaffList"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameTicketReceivers: {
    parameters: {
      query?: {
        to?: "team" | "division" | "all";
        participationId?: number | null;
        division?: string | null;
      };
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "teams": 1,
           *       "mails": 1,
           *       "team": "Crew pec4fc67e"
           *     }
           */
          "application/json": components["schemas"]["TicketReceivers"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameSendTicketMessage: {
    parameters: {
      path: {
        id: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "to": "team",
         *       "participationId": 1,
         *       "title": "News",
         *       "text": "All is well.",
         *       "teams": 1
         *     }
         */
        "application/json": components["schemas"]["TicketBroadcastModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "teams": 1,
           *       "mails": 0,
           *       "team": "Crew pec4fc67e"
           *     }
           */
          "application/json": components["schemas"]["TicketReceivers"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameCannedAnswers: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": 1,
           *           "name": "Back",
           *           "text": "It is back."
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["CannedAnswerList"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameAddCannedAnswer: {
    parameters: {
      path: {
        id: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Back",
         *       "text": "It is back."
         *     }
         */
        "application/json": components["schemas"]["CannedAnswerModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": 1,
           *           "name": "Back",
           *           "text": "It is back."
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["CannedAnswerList"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameEarlierTickets: {
    parameters: {
      query?: {
        count?: number;
        skip?: number;
      };
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "total": 0,
           *       "data": []
           *     }
           */
          "application/json": components["schemas"]["EarlierTicketList"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameChangeCannedAnswer: {
    parameters: {
      path: {
        id: number;
        answerId: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Back",
         *       "text": "Again."
         *     }
         */
        "application/json": components["schemas"]["CannedAnswerModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": 1,
           *           "name": "Back",
           *           "text": "Again."
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["CannedAnswerList"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameRemoveCannedAnswer: {
    parameters: {
      path: {
        id: number;
        answerId: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": []
           *     }
           */
          "application/json": components["schemas"]["CannedAnswerList"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  accountTokens: {
    parameters: {
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "id": "01a21eeb-05e2-796a-aa75-18cc6dd487d2",
           *         "name": "CI",
           *         "hint": "hly_cdkm",
           *         "createdAt": "2026-11-27T21:30:48.743+00:00",
           *         "expiresAt": "2026-11-28T21:30:48.743+00:00",
           *         "lastUsedAt": null,
           *         "expired": false,
           *         "scopes": [
           *           "read"
           *         ],
           *         "game": {
           *           "id": 1,
           *           "title": "Regatta 354c5f6d"
           *         }
           *       }
           *     ]
           */
          "application/json": components["schemas"]["ApiTokenModel"][];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  accountCreateToken: {
    parameters: {
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "CI",
         *       "scopes": [
         *         "read"
         *       ],
         *       "game": 1,
         *       "days": 1,
         *       "password": "a aaaa aaaa"
         *     }
         */
        "application/json": components["schemas"]["ApiTokenCreateModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "01a21eeb-05e2-796a-aa75-18cc6dd487d2",
           *       "token": "aaa_aaaaA0Aaa0Aa0AAaAAaAAAAaA0aAAa0AAAaAaaA0",
           *       "expiresAt": "2026-11-28T21:30:48.743+00:00"
           *     }
           */
          "application/json": components["schemas"]["ApiTokenSecretModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  accountRevokeToken: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  proxyProxyForNoInstance: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  proxyProxyForInstance: {
    parameters: {
      path: {
        id: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameWatch: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "at": 1796029980531,
           *       "verdict": "quiet",
           *       "matters": [],
           *       "lastClosed": null,
           *       "waiting": [
           *         {
           *           "what": "cases",
           *           "count": 0,
           *           "since": null
           *         },
           *         {
           *           "what": "appeals",
           *           "count": 0,
           *           "since": null
           *         }
           *       ],
           *       "health": [
           *         {
           *           "name": "website",
           *           "state": "ok",
           *           "value": null,
           *           "of": null
           *         },
           *         {
           *           "name": "scoring",
           *           "state": "ok",
           *           "value": 0,
           *           "of": null
           *         }
           *       ],
           *       "tiles": [
           *         {
           *           "name": "submissions",
           *           "value": 0,
           *           "line": [
           *             null,
           *             0
           *           ],
           *           "usual": null,
           *           "unusual": false
           *         },
           *         {
           *           "name": "solves",
           *           "value": 0,
           *           "line": [
           *             null,
           *             0
           *           ],
           *           "usual": null,
           *           "unusual": false
           *         }
           *       ],
           *       "here": {
           *         "rows": [
           *           {
           *             "name": "Admin",
           *             "avatar": null
           *           },
           *           {
           *             "name": "cef3828bf",
           *             "avatar": null
           *           }
           *         ],
           *         "total": 2
           *       },
           *       "unsolved": {
           *         "rows": [
           *           {
           *             "id": 2,
           *             "title": "Open",
           *             "since": 1796026342668,
           *             "attempts": 1,
           *             "check": null
           *           },
           *           {
           *             "id": 13,
           *             "title": "Box",
           *             "since": 1796026342668,
           *             "attempts": 0,
           *             "check": null
           *           }
           *         ],
           *         "total": 2
           *       },
           *       "stuck": {
           *         "rows": [],
           *         "total": 0
           *       },
           *       "idle": {
           *         "rows": [],
           *         "total": 0
           *       },
           *       "matches": {
           *         "rows": [],
           *         "total": 0
           *       },
           *       "tickets": {
           *         "rows": [],
           *         "total": 0,
           *         "unassigned": 0
           *       },
           *       "bloods": [
           *         {
           *           "at": 1796029973023,
           *           "team": "Crew pf8740b1f",
           *           "challenge": "Solved"
           *         }
           *       ],
           *       "actions": [
           *         {
           *           "at": 1796029977058,
           *           "by": "Admin",
           *           "action": "test_instance_stopped"
           *         },
           *         {
           *           "at": 1796029975913,
           *           "by": "Admin",
           *           "action": "test_instance_started"
           *         }
           *       ],
           *       "coming": [
           *         {
           *           "at": 1796033542668,
           *           "what": "end",
           *           "count": 0,
           *           "title": null
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["GameWatch"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameSignals: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "pairs": [],
           *       "pairCount": 0,
           *       "unopened": [],
           *       "undownloaded": {
           *         "teams": [],
           *         "silent": 0,
           *         "solves": 0
           *       },
           *       "decoys": [],
           *       "entries": [],
           *       "unopenedSolves": 0,
           *       "solves": 0
           *     }
           */
          "application/json": components["schemas"]["GameSignals"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editWebhooks: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "id": "01a21eeb-23ab-767b-84fa-66cd461c2000",
           *         "name": "Room",
           *         "format": "Standard",
           *         "locale": "en-US",
           *         "host": "webhook.invalid",
           *         "enabled": true,
           *         "ended": null,
           *         "events": [
           *           "notice"
           *         ],
           *         "failingSince": null,
           *         "createdAt": "2026-11-27T21:30:56.304+00:00"
           *       }
           *     ]
           */
          "application/json": components["schemas"]["WebhookModel"][];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editAddWebhook: {
    parameters: {
      path: {
        id: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Room",
         *       "locale": "en-US",
         *       "events": [
         *         "notice"
         *       ],
         *       "format": "Standard",
         *       "url": "https://webhook.invalid/in"
         *     }
         */
        "application/json": components["schemas"]["WebhookCreateModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "01a21eeb-23ab-767b-84fa-66cd461c2000",
           *       "secret": "aaaaa_A0aaaaaAaaaAAa0AA0AAAAaa0AA0Aa0aaAAaAAAA00A="
           *     }
           */
          "application/json": components["schemas"]["WebhookSecretModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editUpdateWebhook: {
    parameters: {
      path: {
        id: number;
        hookId: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Room",
         *       "locale": "en-US",
         *       "events": [
         *         "notice"
         *       ],
         *       "enabled": false
         *     }
         */
        "application/json": components["schemas"]["WebhookUpdateModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "01a21eeb-23ab-767b-84fa-66cd461c2000",
           *       "name": "Room",
           *       "format": "Standard",
           *       "locale": "en-US",
           *       "host": "webhook.invalid",
           *       "enabled": false,
           *       "ended": null,
           *       "events": [
           *         "notice"
           *       ],
           *       "failingSince": null,
           *       "createdAt": "2026-11-27T21:30:56.304+00:00"
           *     }
           */
          "application/json": components["schemas"]["WebhookModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editDeleteWebhook: {
    parameters: {
      path: {
        id: number;
        hookId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editReplaceWebhookSecret: {
    parameters: {
      path: {
        id: number;
        hookId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "01a21eeb-23ab-767b-84fa-66cd461c2000",
           *       "secret": "aaaaa_0AaA0A+0AaA0a0AAaaAAA+aAaAAAA0AaaaaAAAaaAAa="
           *     }
           */
          "application/json": components["schemas"]["WebhookSecretModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editTestWebhook: {
    parameters: {
      query?: {
        event?: "solve" | "first_blood" | "second_blood" | "third_blood" | "notice" | "team_accepted" | "game_published" | "game_started" | "game_paused" | "game_resumed" | "game_frozen" | "game_ended" | "game_revealed" | "ticket_opened" | "team_applied" | "team_suspended" | "cheat_detected" | "case_opened" | "case_decided" | "instance_failed" | "check_failing" | "check_passing";
      };
      path: {
        id: number;
        hookId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": null,
           *       "answer": null,
           *       "error": "not_found"
           *     }
           */
          "application/json": components["schemas"]["WebhookResultModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editWebhookDeliveries: {
    parameters: {
      query?: {
        count?: number;
        skip?: number;
      };
      path: {
        id: number;
        hookId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "4d26955a-ca61-48e9-a4eb-638eff7a6833",
           *           "event": "notice",
           *           "payload": {},
           *           "state": "Failed",
           *           "attempts": 0,
           *           "status": null,
           *           "answer": null,
           *           "error": null,
           *           "createdAt": "2026-11-27T21:30:56.459+00:00",
           *           "dueAt": null,
           *           "triedAt": null
           *         }
           *       ],
           *       "length": 1,
           *       "total": 1
           *     }
           */
          "application/json": {
            data: components["schemas"]["WebhookDeliveryModel"][];
            length: number;
            total: number;
          };
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editReplayWebhookDelivery: {
    parameters: {
      path: {
        id: number;
        hookId: string;
        deliveryId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  editGameWhatIf: {
    parameters: {
      query?: {
        static?: "false" | "true";
        minRate?: number;
        difficulty?: number;
        noBonus?: "false" | "true";
        first?: number;
        second?: number;
        third?: number;
        teams?: number[];
        challenges?: number[];
        until?: string;
        tieBreak?: "lastSolve" | "reached" | "solved";
        count?: number;
        skip?: number;
      };
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "entries": 13,
           *       "same": false,
           *       "teams": {
           *         "before": 1,
           *         "after": 1
           *       },
           *       "moved": 0,
           *       "up": 0,
           *       "down": 0,
           *       "rescored": 1,
           *       "climbers": [],
           *       "fallers": [],
           *       "bloodChanges": 0,
           *       "bloods": [],
           *       "before": [
           *         {
           *           "participationId": 1,
           *           "name": "Crew pec4fc67e",
           *           "before": {
           *             "rank": 1,
           *             "score": 1045
           *           },
           *           "after": {
           *             "rank": 1,
           *             "score": 995
           *           }
           *         }
           *       ],
           *       "after": [
           *         {
           *           "participationId": 1,
           *           "name": "Crew pec4fc67e",
           *           "before": {
           *             "rank": 1,
           *             "score": 1045
           *           },
           *           "after": {
           *             "rank": 1,
           *             "score": 995
           *           }
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["WhatIfModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameWorkspace: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "id": 2,
           *         "title": "Open",
           *         "category": "Web",
           *         "customCategory": null,
           *         "solved": false,
           *         "on": [
           *           {
           *             "id": "01a22eff-bf1a-7b31-abc0-5608f74d132b",
           *             "name": "p4404bce7"
           *           }
           *         ],
           *         "note": {
           *           "text": "A wall.",
           *           "version": 1,
           *           "by": "p4404bce7",
           *           "time": "2026-12-01T00:27:44.707+00:00"
           *         }
           *       },
           *       {
           *         "id": 1,
           *         "title": "Solved",
           *         "category": "Web",
           *         "customCategory": null,
           *         "solved": true,
           *         "on": [],
           *         "note": null
           *       }
           *     ]
           */
          "application/json": components["schemas"]["TeamWorkspaceRow"][];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameClaims: {
    parameters: {
      path: {
        id: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "2": [
           *         {
           *           "name": "p64a1317d",
           *           "avatar": null
           *         }
           *       ]
           *     }
           */
          "application/json": components["schemas"]["TeamClaims"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameClaimChallenge: {
    parameters: {
      path: {
        id: number;
        challengeId: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "on": true
         *     }
         */
        "application/json": components["schemas"]["TeamClaimModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  gameNoteChallenge: {
    parameters: {
      path: {
        id: number;
        challengeId: number;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "text": "A wall.",
         *       "version": 0
         *     }
         */
        "application/json": components["schemas"]["TeamNoteModel"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  infoGetClientConfig: {
    parameters: {
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "title": "GZ",
           *       "slogan": "Hack for fun not for profit",
           *       "footerInfo": null,
           *       "customTheme": null,
           *       "logoUrl": null,
           *       "defaultLifetime": 120,
           *       "extensionDuration": 120,
           *       "renewalWindow": 10
           *     }
           */
          "application/json": {
            title: string;
            slogan: string;
            footerInfo: string | null;
            customTheme: string | null;
            logoUrl: string | null;
            defaultLifetime: number;
            extensionDuration: number;
            renewalWindow: number;
          };
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
  infoGetClientCaptchaInfo: {
    parameters: {
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "type": "None",
           *       "siteKey": ""
           *     }
           */
          "application/json": components["schemas"]["ClientCaptchaInfoModel"];
        };
      };
      /** @description Refused; `title` says why in the language asked for, `code` to programs. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RequestResponse"];
        };
      };
    };
  };
}
