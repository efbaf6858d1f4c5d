/** SQL of the tax lines of an order or a refund, the highest rate first, as JSON. `where` picks the rows of the table. */
export const taxLinesSql = (table: 'order_taxes' | 'refund_taxes', where: string): string => `
  coalesce((
    SELECT json_agg(line ORDER BY line."basisPoints" DESC, line.kind DESC, line.name)
      FROM (SELECT name, kind, basis_points AS "basisPoints", sum(amount_minor)::bigint AS "amountMinor", sum(tax_minor)::bigint AS "taxMinor"
              FROM ${table} WHERE ${where} AND kind <> 'none' GROUP BY 1, 2, 3) AS line), '[]')`;
