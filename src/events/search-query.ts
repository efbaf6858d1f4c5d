import type { Queryable } from '../db/database.ts';
import { isSmallTypo } from '../values/typo.ts';

type WordRow = { word: string; is_last: boolean; is_known: boolean; similar: string[] };

// Words after these must be right, and no more variants of a word are tried: to look for them costs more than it finds.
const MAX_FORGIVEN_WORDS = 8;
const MAX_VARIANTS = 10;
const SHORT_WORD = 7;

/**
 * Turns what a buyer typed into a tsquery of which every word must match: the last one also as the beginning of a word,
 * and a word that none of the host's events contains as those it may be a typo of. Null where there is no word in it.
 */
export async function toSearchQuery(
  database: Queryable,
  hostId: string,
  typed: string,
): Promise<string | null> {
  const { rows } = await database.query<WordRow>(
    `WITH typed AS (
       SELECT word, index, index = max(index) OVER () AS is_last
         FROM unnest(string_to_array(plain_words($2), ' ')) WITH ORDINALITY AS typed (word, index)
        WHERE word <> '')
     SELECT word, is_last, is_known,
            CASE WHEN NOT is_known THEN ARRAY(
              (SELECT known.word FROM search_words AS known
                WHERE known.host_id = $1 AND known.word % typed.word
                ORDER BY similarity(known.word, typed.word) DESC, known.word LIMIT 50)
              UNION
              -- A typo in a short word leaves hardly a trigram the same: there every single letter is tried.
              SELECT known.word FROM search_words AS known
               WHERE known.host_id = $1 AND length(typed.word) <= ${SHORT_WORD} AND known.word LIKE ANY (ARRAY(
                 SELECT overlay(typed.word PLACING slip FROM index FOR 2)
                   FROM generate_series(1, length(typed.word) - 1) AS index
                   CROSS JOIN LATERAL (VALUES (reverse(substr(typed.word, index, 2))), ('_' || substr(typed.word, index + 1, 1)))
                     AS slips (slip)))
            ) ELSE '{}' END AS similar
       FROM typed CROSS JOIN LATERAL (
              SELECT index > ${MAX_FORGIVEN_WORDS} OR word ~ '[0-9]'
                  OR EXISTS (SELECT 1 FROM search_words WHERE host_id = $1 AND search_words.word = typed.word)
                  OR is_last AND EXISTS (SELECT 1 FROM search_words
                                          WHERE host_id = $1 AND search_words.word LIKE typed.word || '%') AS is_known
            ) AS looked_up
      ORDER BY index`,
    [hostId, typed],
  );
  if (rows.length === 0) return null;
  return rows.map(toClause).join(' & ');
}

function toClause(row: WordRow): string {
  // plain_words leaves nothing but letters and digits: no character here means anything to a tsquery.
  const asTyped = row.is_last ? `${row.word}:*` : row.word;
  if (row.is_known) return asTyped;
  const meant = row.similar.filter((word) => isSmallTypo(row.word, word)).slice(0, MAX_VARIANTS);
  return `(${[asTyped, ...meant].join(' | ')})`;
}
