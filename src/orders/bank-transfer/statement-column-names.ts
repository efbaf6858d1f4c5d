import type { StatementColumn } from '../../rules/bank-transfer.ts';

const words = (names: string): readonly string[] => names.trim().split(/\s+/);

/** As banks call their columns, without case, accents, blanks and signs. The first that a file has counts. */
export const STATEMENT_COLUMN_NAMES: Record<StatementColumn, readonly string[]> = {
  amount: words(`
    amount credit creditamount amountcredit paidin moneyin deposit deposits value transactionamount betrag betrageur umsatz
    haben gutschrift montant montantcredit importe abono haber valor montante credito importo entrate accrediti kiasi
  `),
  purpose: words(`
    reference paymentreference purpose remittanceinformation description transactiondescription narration narrative details
    transactiondetails particulars remarks memo verwendungszweck buchungstext libelle motif communication communications
    concepto descripcion descricao descritivo historico causale descrizione maelezo
  `),
  date: words(`
    date bookingdate transactiondate postingdate posted transdate valuedate buchungstag buchungsdatum buchung valuta
    valutadatum wertstellung datecomptable dateoperation datedoperation fecha fechaoperacion data datamovimento
    dataoperazione datacontabile tarehe
  `),
  currency: words(`
    currency ccy currencycode wahrung waehrung devise moneda divisa moeda sarafu
  `),
  payer: words(`
    payer payername from sender sendername name counterparty counterpartyname debtor debtorname auftraggeber
    zahlungspflichtiger beguenstigterzahlungspflichtiger auftraggeberbegunstigter namezahlungsbeteiligter donneurdordre
    emetteur contrepartie ordenante remitente ordenador ordinante mittente
  `),
};
