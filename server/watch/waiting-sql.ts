import { msSql } from '~/server/db'

/** SQL of all of it at once, for a game $1: `what`, `count`, and `since` when the first waits, as JSON. */
export const WAITING_ROWS = `(
  SELECT json_agg(json_build_object('what', what, 'count', n, 'since', since)) FROM (
    SELECT 'cases' AS what, count(*)::int AS n, ${msSql('min(opened_at)')} AS since
      FROM cases WHERE game_id = $1 AND state = 'open'
    UNION ALL SELECT 'appeals', count(*)::int, ${msSql('min(a.at)')}
      FROM cases c JOIN case_decisions d ON d.case_id = c.id JOIN case_appeals a ON a.decision_id = d.id
      WHERE c.game_id = $1 AND a.answered_at IS NULL
    UNION ALL SELECT 'proposals', count(*)::int, ${msSql('min(d.proposed_at)')}
      FROM cases c JOIN case_decisions d ON d.case_id = c.id WHERE c.game_id = $1 AND d.state = 'proposed'
    UNION ALL SELECT 'drafts', count(*)::int, ${msSql('min(at)')}
      FROM correction_drafts WHERE game_id = $1 AND state = 'open'
    UNION ALL SELECT 'teams', count(*)::int, ${msSql('min(created_at)')}
      FROM participations WHERE game_id = $1 AND status = 'Pending'
    UNION ALL SELECT 'writeups', count(*)::int, ${msSql('min(w.uploaded_at)')}
      FROM participations p JOIN writeups w ON w.participation_id = p.id
      WHERE p.game_id = $1 AND w.consent AND NOT w.published
  ) AS one)`
