/** Something is wrong with the operator's certificates or keys for wallets. The message is one plain line without a secret. */
export class WalletMistake extends Error {}
