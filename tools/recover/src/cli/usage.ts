/** What `--help` prints. */
export const USAGE = `What is yours in Weir's contracts, and the transactions that get it out: from an address and an Electrum server alone.
It never asks for a key. Explained step by step in docs/recover.md.

  npm run recover -- list <address>... [--campaign <contract address>]... [--whitelist <file.csv>] [--blocks <from>..<to>]
  npm run recover -- build <contract address | txid | txid:index>... --action <action> [--address <who acts>] [--all]
                           [--whitelist <file.csv>] [--recipient <whose row>] [--signature <base64>] [--broadcast]
  npm run recover -- vault --signer <address or key>... --nonce <hex>
  npm run recover -- vault spend|close --signer ... --nonce <hex> --to <address> [--amount <n>] [--token <category> | --coin <txid:index>] --out <file>
  npm run recover -- vault cancel|pause|resume <txid | txid:index | airdrop>... [--all] --signer ... --nonce <hex> --out <file>
  npm run recover -- vault join <file> --signed <hex> --signed <hex> [--broadcast]
  npm run recover -- broadcast <hex>

Actions
  claim      the recipient gets what is due; of an airdrop, the claimer gets their part         a wallet signs
  push       the same without the recipient: complete while a notice runs, or for a sponsored
             list; else --address pays the fee                                                  complete, or a wallet signs
  cancel     the sender ends a stream or payment; the rest returns after the notice             a wallet signs
  pause      the sender pauses a payment; what is due by then is paid                             a wallet signs
  resume     the sender ends a pause whose notice is over                                       a wallet signs
  refund     the rest of a cancelled one returns to the sender, once the notice is over         complete
  settle     ends the notice of a pause                                                         complete
  sweep      the sender or creator gets back what was sent to the contract by mistake           a wallet signs
  close      the creator ends an airdrop, lane by lane; with --signature all at once            a wallet signs, or complete
  complete   what is left of a lane that has paid all returns to the creator                    complete

Of plans, cancel, pause and resume take several streams, of one plan or more; --all takes every stream of a plan that is
named by the txid of its funding or by its address, and leaves out those it is not possible for.

Everywhere
  --network <name>    mainnet (default, or BCH_NETWORK), chipnet, testnet3, testnet4, regtest, devnet
  --server <url>      wss:// or tls:// host:port, more than once if you like; default: ELECTRUM_URLS, else public ones
  --json              one JSON object on standard output
  --out <file>        keeps what a wallet is to sign, or a vault's proposal
  --encoding <form>   of wcTransactions: tagged (what wallets take, default) or plain
  --fee-rate <n>      pays at least so many satoshis for 1,000 bytes (default: what nodes ask, 1000 as a rule); beyond what
                      a contract pays, some 1400, --address pays it and a wallet signs
  --broadcast         sends a transaction that is complete

Exit codes: 0 done, 1 a fault of the program, 2 wrong command line or file, 3 no server that answers or can be believed,
4 nothing there, 5 not possible now, 6 refused by the network, 7 done, but not everything could be read.
`;
