//! Every statement of the ledger.
//!
//! Placeholders, types and clauses are those that SQLite and PostgreSQL share; what only SQLite
//! understands is in [`pragma`]. Times are milliseconds of Unix time, truth is 0 or 1, lists and
//! structures are JSON. `version` counts the changes of a row, so that the last event about a row
//! is known across the chains of several machines.

/// What only SQLite understands.
pub(super) mod pragma {
    /// Marks the file as a ledger: the letters `algn`.
    pub(in super::super) const APPLICATION: i64 = 0x616c_676e;

    /// What the file says it is.
    pub(in super::super) const APPLICATION_ID: &str = "PRAGMA application_id";
    /// The format it has.
    pub(in super::super) const USER_VERSION: &str = "PRAGMA user_version";
    /// Writes what the file is and the format that this version knows.
    pub(in super::super) const STAMP: &str =
        "PRAGMA application_id = 1634494318; PRAGMA user_version = 1";
    /// Changes when another connection has committed.
    pub(in super::super) const DATA_VERSION: &str = "PRAGMA data_version";
    /// Begins a transaction that writes, so that nobody writes between its reading and writing.
    pub(in super::super) const BEGIN: &str = "BEGIN IMMEDIATE";
    /// Moves everything into the file and empties the log beside it.
    pub(in super::super) const CHECKPOINT: &str = "PRAGMA wal_checkpoint(TRUNCATE)";
    /// Looks at the pages of the file; `ok`, or what is wrong.
    pub(in super::super) const CHECK: &str = "PRAGMA quick_check(1)";
    /// Waits shortly for others.
    pub(in super::super) const IMPATIENT: &str = "PRAGMA busy_timeout = 250";
}

/// The format that this version reads and writes.
pub(super) const FORMAT: i64 = 1;

/// Makes the tables.
pub(super) const SCHEMA: [&str; 11] = [
    "CREATE TABLE entries (
        call TEXT PRIMARY KEY,
        namespace TEXT NOT NULL,
        tenant TEXT NOT NULL,
        key TEXT NOT NULL,
        key_given BIGINT NOT NULL,
        tool TEXT NOT NULL,
        agent TEXT NOT NULL,
        identity TEXT NOT NULL,
        side_effect TEXT NOT NULL,
        contract_digest TEXT NOT NULL,
        arguments_digest TEXT NOT NULL,
        request_digest TEXT NOT NULL,
        fingerprint TEXT NOT NULL,
        argument_names TEXT NOT NULL,
        approved_by TEXT NOT NULL,
        state TEXT NOT NULL,
        owner_host TEXT NOT NULL,
        owner_boot TEXT NOT NULL,
        owner_space TEXT NOT NULL,
        owner_process BIGINT NOT NULL,
        owner_started BIGINT NOT NULL,
        fence BIGINT NOT NULL,
        attempts BIGINT NOT NULL,
        lease_ends_at BIGINT NOT NULL,
        lease_boot TEXT NOT NULL,
        lease_boot_clock BIGINT NOT NULL,
        failure_kind TEXT,
        failure_field TEXT,
        result_digest TEXT,
        result_bytes BIGINT,
        result_text TEXT,
        result_withheld TEXT,
        result_redacted BIGINT,
        resolution TEXT,
        reserved_at BIGINT NOT NULL,
        sending_at BIGINT,
        settled_at BIGINT,
        version BIGINT NOT NULL,
        UNIQUE (namespace, tenant, key)
    )",
    "CREATE INDEX entries_by_request ON entries (namespace, tenant, request_digest)",
    "CREATE INDEX entries_by_tool ON entries (namespace, tool, reserved_at)",
    "CREATE TABLE approvals (
        id TEXT PRIMARY KEY,
        namespace TEXT NOT NULL,
        tool TEXT NOT NULL,
        agent TEXT NOT NULL,
        side_effect TEXT NOT NULL,
        request_digest TEXT NOT NULL,
        fingerprint TEXT NOT NULL,
        contract_digest TEXT NOT NULL,
        target_digest TEXT NOT NULL,
        sources TEXT NOT NULL,
        state TEXT NOT NULL,
        opened_at BIGINT NOT NULL,
        wait BIGINT NOT NULL,
        expires_at BIGINT NOT NULL,
        expires_boot TEXT NOT NULL,
        expires_boot_clock BIGINT NOT NULL,
        asked_by TEXT NOT NULL,
        decided_by TEXT,
        decided_at BIGINT,
        reason TEXT,
        version BIGINT NOT NULL
    )",
    "CREATE INDEX approvals_by_state ON approvals (state, namespace, agent)",
    "CREATE INDEX approvals_by_fingerprint ON approvals (namespace, fingerprint)",
    "CREATE TABLE questions (approval TEXT PRIMARY KEY, question TEXT NOT NULL)",
    "CREATE TABLE grants (
        id TEXT PRIMARY KEY,
        namespace TEXT NOT NULL,
        agent TEXT NOT NULL,
        tool TEXT NOT NULL,
        contract_digest TEXT NOT NULL,
        target_digest TEXT NOT NULL,
        patterns TEXT NOT NULL,
        fixed_digest TEXT NOT NULL,
        person TEXT NOT NULL,
        made_at BIGINT NOT NULL,
        expires_at BIGINT NOT NULL,
        expires_boot TEXT NOT NULL,
        expires_boot_clock BIGINT NOT NULL,
        uses_left BIGINT NOT NULL,
        revoked_at BIGINT,
        revoked_by TEXT,
        version BIGINT NOT NULL
    )",
    "CREATE TABLE events (
        namespace TEXT NOT NULL,
        writer TEXT NOT NULL,
        sequence BIGINT NOT NULL,
        at BIGINT NOT NULL,
        boot TEXT NOT NULL,
        boot_clock BIGINT NOT NULL,
        kind TEXT NOT NULL,
        subject TEXT NOT NULL,
        body TEXT NOT NULL,
        previous TEXT NOT NULL,
        hash TEXT NOT NULL,
        PRIMARY KEY (namespace, writer, sequence)
    )",
    "CREATE INDEX events_by_subject ON events (subject)",
    "CREATE TABLE pruned (
        namespace TEXT NOT NULL,
        writer TEXT NOT NULL,
        first_sequence BIGINT NOT NULL,
        last_sequence BIGINT NOT NULL,
        previous TEXT NOT NULL,
        hash TEXT NOT NULL,
        PRIMARY KEY (namespace, writer, first_sequence)
    )",
];

/// Entries.
pub(super) mod entry {
    /// By its name.
    pub(in super::super) const BY_CALL: &str = "SELECT * FROM entries WHERE call = $1";

    /// By its key.
    pub(in super::super) const BY_KEY: &str =
        "SELECT * FROM entries WHERE namespace = $1 AND tenant = $2 AND key = $3";

    /// Of the same request, and not known to have ended or how.
    pub(in super::super) const OPEN_OF_REQUEST: &str = "SELECT * FROM entries \
         WHERE namespace = $1 AND tenant = $2 AND request_digest = $3 \
         AND state IN ('reserved', 'sending', 'unknown') ORDER BY reserved_at, call";

    /// The time of the n-th latest call of a tool within a period.
    pub(in super::super) const LATEST_OF_TOOL: &str = "SELECT reserved_at FROM entries \
         WHERE namespace = $1 AND tool = $2 AND reserved_at > $3 AND state <> 'not_attempted' \
         ORDER BY reserved_at DESC LIMIT 1 OFFSET $4";

    /// Writes a whole row; a row of the same call is replaced, but for what never changes.
    pub(in super::super) const PUT: &str = "INSERT INTO entries (
            call, namespace, tenant, key, key_given, tool, agent, identity, side_effect,
            contract_digest, arguments_digest, request_digest, fingerprint, argument_names,
            approved_by, state, owner_host, owner_boot, owner_space, owner_process, owner_started,
            fence, attempts, lease_ends_at, lease_boot, lease_boot_clock, failure_kind,
            failure_field, result_digest, result_bytes, result_withheld, result_redacted,
            reserved_at, settled_at, version
        ) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18,
            $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35)
        ON CONFLICT (call) DO UPDATE SET
            agent = excluded.agent, identity = excluded.identity,
            side_effect = excluded.side_effect, contract_digest = excluded.contract_digest,
            fingerprint = excluded.fingerprint, approved_by = excluded.approved_by,
            state = excluded.state, owner_host = excluded.owner_host,
            owner_boot = excluded.owner_boot, owner_space = excluded.owner_space,
            owner_process = excluded.owner_process, owner_started = excluded.owner_started,
            fence = excluded.fence, attempts = excluded.attempts,
            lease_ends_at = excluded.lease_ends_at, lease_boot = excluded.lease_boot,
            lease_boot_clock = excluded.lease_boot_clock, failure_kind = excluded.failure_kind,
            failure_field = excluded.failure_field, result_digest = excluded.result_digest,
            result_bytes = excluded.result_bytes, result_text = NULL,
            result_withheld = excluded.result_withheld, result_redacted = excluded.result_redacted,
            resolution = NULL, reserved_at = excluded.reserved_at, sending_at = NULL,
            settled_at = excluded.settled_at, version = excluded.version";

    /// Sets the mark of sending.
    pub(in super::super) const SEND: &str = "UPDATE entries SET state = 'sending', sending_at = $2, version = version + 1 WHERE call = $1";

    /// Ends a call; with a larger fence it is taken over.
    pub(in super::super) const SETTLE: &str = "UPDATE entries SET state = $2, fence = $3, \
         failure_kind = $4, failure_field = $5, settled_at = $6, version = version + 1 \
         WHERE call = $1";

    /// Keeps what is kept of a result.
    pub(in super::super) const KEEP_RESULT: &str = "UPDATE entries SET result_digest = $2, \
         result_bytes = $3, result_text = $4, result_withheld = $5, result_redacted = $6, \
         version = version + 1 WHERE call = $1";

    /// Writes a person's word.
    pub(in super::super) const RESOLVE: &str = "UPDATE entries SET state = $2, fence = fence + 1, \
         resolution = $3, settled_at = $4, version = version + 1 WHERE call = $1";

    /// The latest before a time and name, as far as they fit; an empty text fits all. Of those that
    /// have not ended nobody has looked yet whether their owners lost them.
    pub(in super::super) const LIST: &str = "SELECT * FROM entries \
         WHERE ($1 = '' OR namespace = $1) AND ($2 = '' OR tool = $2) AND ($3 = '' OR agent = $3) \
         AND ($4 = '' OR state = $4 OR state IN ('reserved', 'sending')) \
         AND reserved_at >= $5 AND (reserved_at, call) < ($6, $7) \
         ORDER BY reserved_at DESC, call DESC LIMIT $8";

    /// Those whose names are between two.
    pub(in super::super) const BETWEEN: &str =
        "SELECT * FROM entries WHERE call >= $1 AND call < $2 ORDER BY call LIMIT $3";

    /// All, a page at a time.
    pub(in super::super) const PAGE: &str =
        "SELECT * FROM entries WHERE call > $1 ORDER BY call LIMIT $2";

    /// Not known to have ended.
    pub(in super::super) const UNDER_WAY: &str =
        "SELECT * FROM entries WHERE state IN ('reserved', 'sending') ORDER BY call";

    /// All of a namespace, a page at a time; an empty one fits all.
    pub(in super::super) const PAGE_OF_NAMESPACE: &str = "SELECT * FROM entries \
         WHERE call > $1 AND ($3 = '' OR namespace = $3) ORDER BY call LIMIT $2";

    /// Settled before a time, except those that a person has to look at, a page at a time; an empty
    /// namespace fits all.
    pub(in super::super) const SETTLED_BEFORE: &str = "SELECT call FROM entries \
         WHERE settled_at < $1 AND state IN ('done', 'rejected', 'not_attempted', 'not_done') \
         AND ($3 = '' OR namespace = $3) ORDER BY settled_at LIMIT $2";

    /// How many of those there are, and how many events about them.
    pub(in super::super) const COUNT_SETTLED_BEFORE: &str = "SELECT count(*), \
         coalesce(sum((SELECT count(*) FROM events WHERE subject = call AND kind <> 'pruned')), 0) \
         FROM entries \
         WHERE settled_at < $1 AND state IN ('done', 'rejected', 'not_attempted', 'not_done') \
         AND ($2 = '' OR namespace = $2)";

    /// Deletes one.
    pub(in super::super) const DELETE: &str = "DELETE FROM entries WHERE call = $1";
}

/// Approvals and their questions.
pub(super) mod approval {
    /// By its name.
    pub(in super::super) const BY_ID: &str = "SELECT * FROM approvals WHERE id = $1";

    /// The whole question.
    pub(in super::super) const QUESTION: &str =
        "SELECT question FROM questions WHERE approval = $1";

    /// The open question of a request.
    pub(in super::super) const PENDING_OF_REQUEST: &str = "SELECT * FROM approvals \
         WHERE state = 'pending' AND namespace = $1 AND request_digest = $2";

    /// How many questions of an agent are open.
    pub(in super::super) const COUNT_PENDING: &str = "SELECT count(*) FROM approvals \
         WHERE state = 'pending' AND namespace = $1 AND agent = $2";

    /// Given for a plan, the oldest first.
    pub(in super::super) const APPROVED: &str = "SELECT * FROM approvals \
         WHERE state = 'approved' AND namespace = $1 AND fingerprint = $2 ORDER BY opened_at, id";

    /// Those that time may end.
    pub(in super::super) const OPEN: &str =
        "SELECT * FROM approvals WHERE state IN ('pending', 'approved') ORDER BY opened_at, id";

    /// Opens a question.
    pub(in super::super) const INSERT: &str = "INSERT INTO approvals (
            id, namespace, tool, agent, side_effect, request_digest, fingerprint, contract_digest,
            target_digest, sources, state, opened_at, wait, expires_at, expires_boot,
            expires_boot_clock, asked_by, version
        ) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'pending', $11, $12, $13, $14, $15,
            $16, 1)";

    /// Keeps the whole question.
    pub(in super::super) const INSERT_QUESTION: &str =
        "INSERT INTO questions (approval, question) VALUES ($1, $2)";

    /// Forgets the whole question.
    pub(in super::super) const DELETE_QUESTION: &str = "DELETE FROM questions WHERE approval = $1";

    /// Records an answer and how long it holds.
    pub(in super::super) const DECIDE: &str = "UPDATE approvals SET state = $2, decided_by = $3, \
         decided_at = $4, reason = $5, expires_at = $6, expires_boot = $7, \
         expires_boot_clock = $8, version = version + 1 WHERE id = $1";

    /// Ends one that was used or has expired.
    pub(in super::super) const END: &str =
        "UPDATE approvals SET state = $2, version = version + 1 WHERE id = $1";

    /// The latest, as far as they fit; an empty text fits all.
    pub(in super::super) const LIST: &str = "SELECT * FROM approvals \
         WHERE ($1 = '' OR namespace = $1) AND ($2 = '' OR state = $2) \
         ORDER BY opened_at DESC, id LIMIT $3";

    /// All, a page at a time.
    pub(in super::super) const PAGE: &str =
        "SELECT * FROM approvals WHERE id > $1 ORDER BY id LIMIT $2";

    /// Over, and opened before a time, a page at a time; an empty namespace fits all.
    pub(in super::super) const OVER_BEFORE: &str = "SELECT id FROM approvals \
         WHERE opened_at < $1 AND expires_at < $1 AND state IN ('denied', 'expired', 'used') \
         AND ($3 = '' OR namespace = $3) ORDER BY opened_at LIMIT $2";

    /// How many of those there are, and how many events about them.
    pub(in super::super) const COUNT_OVER_BEFORE: &str = "SELECT count(*), \
         coalesce(sum((SELECT count(*) FROM events WHERE subject = id AND kind <> 'pruned')), 0) \
         FROM approvals \
         WHERE opened_at < $1 AND expires_at < $1 AND state IN ('denied', 'expired', 'used') \
         AND ($2 = '' OR namespace = $2)";

    /// Deletes one.
    pub(in super::super) const DELETE: &str = "DELETE FROM approvals WHERE id = $1";
}

/// Grants.
pub(super) mod grant {
    /// By its name.
    pub(in super::super) const BY_ID: &str = "SELECT * FROM grants WHERE id = $1";

    /// That may cover a call, the one that ends first before others.
    pub(in super::super) const COVERING: &str = "SELECT * FROM grants \
         WHERE namespace = $1 AND agent = $2 AND tool = $3 AND contract_digest = $4 \
         AND uses_left > 0 AND revoked_at IS NULL ORDER BY expires_at, id";

    /// Remembers one.
    pub(in super::super) const INSERT: &str = "INSERT INTO grants (
            id, namespace, agent, tool, contract_digest, target_digest, patterns, fixed_digest,
            person, made_at, expires_at, expires_boot, expires_boot_clock, uses_left, version
        ) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 1)";

    /// Takes one use.
    pub(in super::super) const USE: &str =
        "UPDATE grants SET uses_left = uses_left - 1, version = version + 1 WHERE id = $1";

    /// Ends one.
    pub(in super::super) const REVOKE: &str =
        "UPDATE grants SET revoked_at = $2, revoked_by = $3, version = version + 1 WHERE id = $1";

    /// The latest, as far as they fit; an empty text fits all.
    pub(in super::super) const LIST: &str = "SELECT * FROM grants \
         WHERE ($1 = '' OR namespace = $1) ORDER BY made_at DESC, id LIMIT $2";

    /// All, a page at a time.
    pub(in super::super) const PAGE: &str =
        "SELECT * FROM grants WHERE id > $1 ORDER BY id LIMIT $2";

    /// Over before a time, a page at a time; an empty namespace fits all.
    pub(in super::super) const OVER_BEFORE: &str = "SELECT id FROM grants \
         WHERE expires_at < $1 AND ($3 = '' OR namespace = $3) ORDER BY expires_at LIMIT $2";

    /// How many of those there are, and how many events about them.
    pub(in super::super) const COUNT_OVER_BEFORE: &str = "SELECT count(*), \
         coalesce(sum((SELECT count(*) FROM events WHERE subject = id AND kind <> 'pruned')), 0) \
         FROM grants WHERE expires_at < $1 AND ($2 = '' OR namespace = $2)";

    /// Deletes one.
    pub(in super::super) const DELETE: &str = "DELETE FROM grants WHERE id = $1";
}

/// Events and their chains.
pub(super) mod event {
    /// The end of a chain; what was pruned counts.
    pub(in super::super) const LAST: &str = "SELECT sequence, hash FROM (\
            SELECT sequence, hash FROM events \
            WHERE namespace = $1 AND writer = $2 ORDER BY sequence DESC LIMIT 1) AS kept \
         UNION ALL SELECT sequence, hash FROM (\
            SELECT last_sequence AS sequence, hash FROM pruned \
            WHERE namespace = $1 AND writer = $2 ORDER BY last_sequence DESC LIMIT 1) AS gone \
         ORDER BY sequence DESC LIMIT 1";

    /// Adds one.
    pub(in super::super) const INSERT: &str = "INSERT INTO events (
            namespace, writer, sequence, at, boot, boot_clock, kind, subject, body, previous, hash
        ) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";

    /// About one thing.
    pub(in super::super) const OF_SUBJECT: &str = "SELECT * FROM events \
         WHERE subject = $1 AND kind <> 'pruned' ORDER BY sequence, writer LIMIT $2";

    /// What events are about and nothing is there of.
    pub(in super::super) const WITHOUT_ROW: &str = "SELECT DISTINCT subject FROM events \
         WHERE kind <> 'pruned' \
         AND NOT EXISTS (SELECT 1 FROM entries WHERE call = subject) \
         AND NOT EXISTS (SELECT 1 FROM approvals WHERE id = subject) \
         AND NOT EXISTS (SELECT 1 FROM grants WHERE id = subject) ORDER BY subject LIMIT $1";

    /// Every chain.
    pub(in super::super) const CHAINS: &str = "SELECT namespace, writer FROM events \
         UNION SELECT namespace, writer FROM pruned ORDER BY 1, 2";

    /// A chain, a page at a time.
    pub(in super::super) const PAGE: &str = "SELECT * FROM events \
         WHERE namespace = $1 AND writer = $2 AND sequence > $3 ORDER BY sequence LIMIT $4";

    /// Deletes what is told about one thing.
    pub(in super::super) const DELETE_OF_SUBJECT: &str = "DELETE FROM events \
         WHERE subject = $1 AND kind <> 'pruned' \
         RETURNING namespace, writer, sequence, previous, hash";

    /// Deletes what tells of earlier prunings.
    pub(in super::super) const DELETE_OF_PRUNINGS: &str = "DELETE FROM events \
         WHERE kind = 'pruned' AND at < $1 RETURNING namespace, writer, sequence, previous, hash";

    /// The stretches of a chain that were pruned.
    pub(in super::super) const PRUNED: &str = "SELECT * FROM pruned \
         WHERE namespace = $1 AND writer = $2 ORDER BY first_sequence";

    /// Forgets the stretches of a chain, to write them anew.
    pub(in super::super) const DELETE_PRUNED: &str =
        "DELETE FROM pruned WHERE namespace = $1 AND writer = $2";

    /// Remembers a stretch.
    pub(in super::super) const INSERT_PRUNED: &str = "INSERT INTO pruned (
            namespace, writer, first_sequence, last_sequence, previous, hash
        ) VALUES ($1, $2, $3, $4, $5, $6)";
}
