// Made from docs/api/openapi.json by `npm run docs`; a test compares.

export type JsonValue = null | boolean | number | string | JsonValue[] | {
    [key: string]: JsonValue;
};
export interface paths {
    "/api/airdrops": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List campaigns */
        get: operations["listAirdrops"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/airdrops/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a campaign with its claims
         * @description Open to everybody. Who is a member of the private vault that is its creator, and says so, is told its `vault_id`.
         */
        get: operations["getAirdrop"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/airdrops/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Build the close of a campaign
         * @description Before the end of a cancelable campaign, and after the end of any. Answers a message to sign, which closes all lanes by `close`, beside transactions that close one lane each.
         */
        post: operations["cancelAirdrop"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/airdrops/{id}/claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Claim from a campaign
         * @description Builds the claimer's next claim on what there is now, claims in the mempool included. A claim that another one overtakes before it is broadcast is refused by the network: ask again, the new claim works at once. Where the lane of an address is used up while others are not (409 `LANE_EXHAUSTED`), another address may have room: `GET /:id/lanes`. With `relay: true` the service sends the claim of a list itself, where the campaign sponsors fees: who it is for needs no BCH and signs nothing. Without a caller, `claimerAddress` is who claims.
         */
        post: operations["claimAirdrop"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/airdrops/{id}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close all lanes by a signed message
         * @description Sends the close of every open lane on its latest state, rebuilt where a claim comes first. The signature is its own proof of who asks: it must be the creator's of the `message` that `cancel` answers.
         */
        post: operations["closeAirdrop"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/airdrops/{id}/confirm-cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm the close of a lane
         * @description The campaign becomes CANCELLED when its last lane is closed. The transaction is verified on the chain. The same hash again answers the same success. While the network does not know the hash the answer is 409 `TX_NOT_FOUND`: ask again. Where it was recorded and another transaction has spent the same since, it is 409 `TX_REPLACED` with that one in `details.replacedBy`: asking again is no use.
         */
        post: operations["confirmAirdropCancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/airdrops/{id}/confirm-claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm a claim
         * @description Records the claim, and others of its lane that came before it. The last claim there can be makes the campaign COMPLETED. A wallet that signs without broadcasting sends the signed claim along as `txHex`: overtaken, the answer is 409 `STATE_MOVED`. The transaction is verified on the chain. The same hash again answers the same success. While the network does not know the hash the answer is 409 `TX_NOT_FOUND`: ask again. Where it was recorded and another transaction has spent the same since, it is 409 `TX_REPLACED` with that one in `details.replacedBy`: asking again is no use.
         */
        post: operations["confirmAirdropClaim"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/airdrops/{id}/confirm-funding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm the funding of a campaign
         * @description The campaign becomes ACTIVE, with whichever of its lists is on the chain. The transaction is verified on the chain. The same hash again answers the same success. While the network does not know the hash the answer is 409 `TX_NOT_FOUND`: ask again. Where it was recorded and another transaction has spent the same since, it is 409 `TX_REPLACED` with that one in `details.replacedBy`: asking again is no use.
         */
        post: operations["confirmAirdropFunding"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/airdrops/{id}/funding-info": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Build the funding of a campaign
         * @description Only while the campaign is PENDING, and, where it needs a list, once that was sent. Where fees are sponsored the funding holds a reserve for them, which is shown.
         */
        get: operations["getAirdropFundingInfo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/airdrops/{id}/generate-merkle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the list of a campaign
         * @description For the creator, while the campaign is PENDING. A CSV of `address,amount` (header line optional, BCH amounts in BCH, tokens in base units) as `text/csv`, as the field `file` of `multipart/form-data`, or as JSON: up to 1,048,576 rows and 100 MB (128 MB as JSON). The caller comes in the header; where it is missing, as `creator` in the query, in the JSON before the list or in a field before the file. Errors name the `line`. May be repeated until the funding: every list is kept by its root, and the one that is funded counts.
         */
        post: operations["generateAirdropMerkle"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/airdrops/{id}/lanes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell which lane pays which address
         * @description For a campaign for everybody. Each address is paid by one lane, as chance has it, and a lane pays its part of the claims: where it is used up (409 `LANE_EXHAUSTED`), another address of the same wallet may have room on its own.
         */
        get: operations["getAirdropLanes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/airdrops/{id}/proof/{address}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Prove an address's row of the list
         * @description Of a list that is not open (`public_list`), a row is shown to the address that it is for, and with a bearer to the creator: 401 without a caller, 403 for anybody else, whether or not there is such a row.
         */
        get: operations["getAirdropProof"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/airdrops/{id}/sync": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read what the chain has of a campaign
         * @description Records claims that nobody confirmed, takes back those that the chain took back, and ends lanes that have paid all. Claims, confirms and closes do so for their own lane by themselves.
         */
        post: operations["syncAirdrop"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/airdrops/{id}/whitelist": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the list of a campaign
         * @description For the creator, with a bearer wherever the service runs: the latest list, once funded the one that is on the chain, as CSV.
         */
        get: operations["downloadAirdropList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/airdrops/claim/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the campaign that a claim link names */
        get: operations["getAirdropByClaimLink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/airdrops/claimable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what an address can claim now
         * @description Campaigns under way whose list has the address, and those for everybody, as long as it has claims left; the newest first. Private lists are looked through where the caller is the address: who else is on them is not told.
         */
        get: operations["getClaimableAirdrops"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/airdrops/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a campaign
         * @description Stores a campaign as PENDING. With `requireKyc` send the list to `generate-merkle` next; then fund it with the transaction of `funding-info`. Without a caller, `creator` is who creates it. With `vaultId` the vault is its creator and funds it: make the request `proposal` of the answer, of a campaign for a list after `generate-merkle`.
         */
        post: operations["createAirdrop"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/nonce": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a message to sign
         * @description The first of two steps to prove who calls. Have the wallet sign `message` (`bch_signMessage`), then send the signature to `/api/auth/verify`.
         */
        post: operations["createNonce"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Prove an address
         * @description The second step: the signature of a message from `/api/auth/nonce` for a bearer token. Each message is good for one attempt.
         */
        post: operations["verifySignature"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow what happens
         * @description Server-sent events: `id` and, as `data`, an Event in JSON. From now on, or from behind `Last-Event-ID`: nothing is lost, and nothing comes twice, whichever replica answers. Heartbeats carry an `id` alone. With `format=json`, or where only JSON is accepted, a page, from the oldest event that is kept. Events of private vaults are for members who bring a bearer, in either mode; the stream ends with the bearer.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/explorer/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List everything, newest first
         * @description Streams, payments, airdrops and proposals of public vaults in one list, and figures over all of them. The filters combine.
         */
        get: operations["listActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/exports/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the payments of an address
         * @description For accountants: one line for each payment of money to and from an address (fundings, claims, pushes, refunds, deposits, payouts), the oldest first, with a running total for each asset; amounts of tokens stand there in base units, and as decimal text where their issuer says how many digits they have (columns `symbol`, `amount_decimal`, `running_total_decimal`). As CSV (RFC 4180; a text cell that a spreadsheet could take for a formula begins with an apostrophe) or as one JSON document, written as it is read: a file that ends in its middle was broken off, and is to be asked for again. Payments of private vaults are in it for members who bring a bearer.
         */
        get: operations["exportActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/indexer/{view}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the indexer answers
         * @description Passed on, with its query, to the indexer this API is connected to; see its own document. Short patience: 503 while it is slow or away.
         */
        get: operations["askIndexer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/indexer/{view}/{contractAddress}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the indexer answers of one contract
         * @description Passed on, with its query, to the indexer this API is connected to; see its own document. Short patience: 503 while it is slow or away.
         */
        get: operations["askIndexerForOne"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/info": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What this service is
         * @description Network, sign-in, version, limits, features, and where the chain stands.
         */
        get: operations["getInfo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payments
         * @description The filters combine. Addresses match in every form they can be written in.
         */
        get: operations["listPayments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a payment with its executions and events
         * @description Open to everybody. Who is a member of the private vault it is linked to, and says so, is told its `vault_id`.
         */
        get: operations["getPayment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Build the cancel of a payment
         * @description Only for the sender of a cancelable ACTIVE or PAUSED payment; of a pause whose notice still runs 409 `NOTICE_NOT_OVER` with `availableAtHeight`. 409 `UNSAFE_CANCEL_DESTINATION` when the contract would return the rest to another wallet than the one that signs.
         */
        post: operations["cancelPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/{id}/claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Build the claim of all due periods
         * @description Only for the recipient. Without a caller, `recipientAddress` is who claims; a caller that contradicts it is refused. Nothing due is 409 `NOTHING_TO_CLAIM` with `claimableAt`.
         */
        post: operations["claimPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/{id}/confirm-cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm the cancel of a payment
         * @description The payment becomes CANCELLED; unpaid periods return to the sender after the notice. The transaction is verified on the chain. The same hash again answers the same success. While the network does not know the hash the answer is 409 `TX_NOT_FOUND`: ask again. Where it was recorded and another transaction has spent the same since, it is 409 `TX_REPLACED` with that one in `details.replacedBy`: asking again is no use.
         */
        post: operations["confirmPaymentCancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/{id}/confirm-claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm a claim of due periods
         * @description Records an execution, what was paid and when the next period falls due; the last period makes the payment COMPLETED. The transaction is verified on the chain. The same hash again answers the same success. While the network does not know the hash the answer is 409 `TX_NOT_FOUND`: ask again. Where it was recorded and another transaction has spent the same since, it is 409 `TX_REPLACED` with that one in `details.replacedBy`: asking again is no use.
         */
        post: operations["confirmPaymentClaim"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/{id}/confirm-funding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm the funding of a payment
         * @description The payment becomes ACTIVE. The transaction is verified on the chain. The same hash again answers the same success. While the network does not know the hash the answer is 409 `TX_NOT_FOUND`: ask again. Where it was recorded and another transaction has spent the same since, it is 409 `TX_REPLACED` with that one in `details.replacedBy`: asking again is no use.
         */
        post: operations["confirmPaymentFunding"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/{id}/confirm-pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm the pause of a payment
         * @description The payment becomes PAUSED, `settled: false` until the notice is over. The transaction is verified on the chain. The same hash again answers the same success. While the network does not know the hash the answer is 409 `TX_NOT_FOUND`: ask again. Where it was recorded and another transaction has spent the same since, it is 409 `TX_REPLACED` with that one in `details.replacedBy`: asking again is no use.
         */
        post: operations["confirmPaymentPause"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/{id}/confirm-resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm the resume of a payment
         * @description The payment is ACTIVE again; the next period falls due one interval later. The transaction is verified on the chain. The same hash again answers the same success. While the network does not know the hash the answer is 409 `TX_NOT_FOUND`: ask again. Where it was recorded and another transaction has spent the same since, it is 409 `TX_REPLACED` with that one in `details.replacedBy`: asking again is no use.
         */
        post: operations["confirmPaymentResume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/{id}/funding-info": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Build the funding of a payment
         * @description Only while the payment is PENDING. Holds the unsigned transaction for the sender, which funds 12 periods upfront, or as many as fall due by the end.
         */
        get: operations["getPaymentFundingInfo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Build the pause of a payment
         * @description Only for the sender of a pausable ACTIVE payment. Pays the recipient what is due first. The period that runs is still paid at its date; nothing else falls due from the end of the notice to the resume. `WRONG_STATE` where that period is the last one.
         */
        post: operations["pausePayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/{id}/push": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Push what is due to the recipient
         * @description Builds, and with `broadcast` sends, the payment of all due periods that needs nobody's signature, where the contract can pay its fee.
         */
        post: operations["pushPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/{id}/refund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the refund of a cancelled payment
         * @description Sends the unpaid periods of a cancelled payment to its sender once the notice is over, and first to its recipient those that fell due until then, where the contract pays for it; the service does so by itself as well. Needs nobody's signature.
         */
        post: operations["refundPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Build the resume of a payment
         * @description Only for the sender of a PAUSED payment whose pause is settled; 409 `NOTICE_NOT_OVER` with `availableAtHeight` before, and `WRONG_STATE` where only the period that runs is left, which is paid at its date although the payment is paused. A period that still ran when it was paused is paid with the resume; the next one falls due one interval later.
         */
        post: operations["resumePayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a recurring payment
         * @description Works out the contract of a payment and stores it as PENDING. Fund it with the transaction of `funding-info`: 12 periods upfront, fewer when the end comes first. Without a caller, `sender` is who creates it.
         */
        post: operations["createPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a recurring payment
         * @description Validates and computes as creation does, and stores nothing.
         */
        post: operations["previewPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/plans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the caller's plans
         * @description Those that the caller sends, or a vault of theirs. What anybody receives stands among streams and payments.
         */
        get: operations["listPlans"];
        put?: never;
        /**
         * Create a plan
         * @description Streams, or salaries, for up to 10,000 recipients, opened by one signature for each 640 or so. What rows leave out the plan says. Nothing of an unfunded list is shown to anybody but its sender. What is wrong with rows is told at once: `details.errorCount`, and `details.errors` (`row`, of a CSV `line`, `field`, `code`, `reason`) for the first hundred.
         */
        post: operations["createPlan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/plans/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a plan with its fundings
         * @description Before any funding a plan is shown to its sender (of a vault to its creator and signers) alone; then to others what of it is on the chain, without labels and description.
         */
        get: operations["getPlan"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/plans/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Build the cancel of a selection
         * @description For the sender, by one signature. Each recipient is paid what is due, the rest returns after the notice. Whoever moves a stream of the selection before it is mined makes all of it void: ask again with `previous`, and what moved is left out.
         */
        post: operations["cancelPlanStreams"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/plans/{id}/confirm-cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm the cancel of a selection
         * @description Recorded with every stream of the plan that the transaction moved. The transaction is verified on the chain. The same hash again answers the same success. While the network does not know the hash the answer is 409 `TX_NOT_FOUND`: ask again. Where it was recorded and another transaction has spent the same since, it is 409 `TX_REPLACED` with that one in `details.replacedBy`: asking again is no use.
         */
        post: operations["confirmPlanCancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/plans/{id}/confirm-funding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm a funding of a plan
         * @description Whichever part it is: all of its streams become ACTIVE at once, or none, where one of them is not as it should be. The transaction is verified on the chain. The same hash again answers the same success. While the network does not know the hash the answer is 409 `TX_NOT_FOUND`: ask again. Where it was recorded and another transaction has spent the same since, it is 409 `TX_REPLACED` with that one in `details.replacedBy`: asking again is no use.
         */
        post: operations["confirmPlanFunding"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/plans/{id}/confirm-pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm the pause of a selection
         * @description Recorded with every stream of the plan that the transaction moved. The transaction is verified on the chain. The same hash again answers the same success. While the network does not know the hash the answer is 409 `TX_NOT_FOUND`: ask again. Where it was recorded and another transaction has spent the same since, it is 409 `TX_REPLACED` with that one in `details.replacedBy`: asking again is no use.
         */
        post: operations["confirmPlanPause"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/plans/{id}/confirm-resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm the resume of a selection
         * @description Recorded with every stream of the plan that the transaction moved. The transaction is verified on the chain. The same hash again answers the same success. While the network does not know the hash the answer is 409 `TX_NOT_FOUND`: ask again. Where it was recorded and another transaction has spent the same since, it is 409 `TX_REPLACED` with that one in `details.replacedBy`: asking again is no use.
         */
        post: operations["confirmPlanResume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/plans/{id}/funding-info": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Build the next funding of a plan
         * @description For the sender, while a part is not funded: the first of those. Whatever is handed out for a part spends the same coin for as long as the wallet has it, so that of several that are signed one at most can be mined. From then on the list stays as it is.
         */
        get: operations["getPlanFundingInfo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/plans/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Build the pause of a selection
         * @description For the sender, by one signature. Of salaries: the period that runs is still paid. Whoever moves a stream of the selection before it is mined makes all of it void: ask again with `previous`, and what moved is left out.
         */
        post: operations["pausePlanStreams"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/plans/{id}/recipients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the list of a plan
         * @description For the sender, until a funding was handed out: the whole list, in the place of the one before. As `text/csv`: `address,amount,start,end,cliff,step,label`, all but the first two optional, by a header in any order or in this one without; times are Unix seconds or dates of UTC (2027-01-31, 2027-01-31T08:00Z), the step of salaries a word like MONTHLY. Up to 10,000 rows and 4 MB. What is wrong with rows is told at once: `details.errorCount`, and `details.errors` (`row`, of a CSV `line`, `field`, `code`, `reason`) for the first hundred.
         */
        post: operations["setPlanRecipients"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/plans/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Build the resume of a selection
         * @description For the sender, by one signature. Of salaries whose pause is settled: the next one falls due an interval from now. Whoever moves a stream of the selection before it is mined makes all of it void: ask again with `previous`, and what moved is left out.
         */
        post: operations["resumePlanStreams"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/plans/{id}/streams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the streams of a plan
         * @description Before any funding a plan is shown to its sender (of a vault to its creator and signers) alone; then to others what of it is on the chain, without labels and description.
         */
        get: operations["listPlanStreams"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/plans/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * See what a plan would come to
         * @description Every schedule, sums, bytes and costs of each funding; nothing is stored. What is wrong with rows is told at once: `details.errorCount`, and `details.errors` (`row`, of a CSV `line`, `field`, `code`, `reason`) for the first hundred.
         */
        post: operations["previewPlan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/proposals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a proposal
         * @description Follows the chain first, as far as an Electrum server answers.
         */
        get: operations["getProposal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/proposals/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a proposal
         * @description Only for signers. Gives the transaction with this signer's placeholders; have it signed, and send it to `signatures`. A STALE proposal is built anew first. Signers may approve at the same time.
         */
        post: operations["approveProposal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/proposals/{id}/confirm-execute": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm that a proposal was carried out
         * @description The transaction is verified on the chain; the proposal becomes EXECUTED, others that needed its coins STALE, and the records that it opens, cancels, pauses or resumes what it made of them. The same hash again answers the same success.
         */
        post: operations["confirmProposalExecution"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/proposals/{id}/execute": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the signed transaction of an approved proposal
         * @description For the creator and the signers, once two signatures are in. The transaction was run in a virtual machine with the rules of the network. Broadcast it (POST /api/transactions/broadcast), then `confirm-execute`.
         */
        post: operations["executeProposal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/proposals/{id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reject a proposal
         * @description For signers and who made it. It is REJECTED once two signers are against it, or at once by who made it; one signer's rejection is noted, and cannot stop the other two.
         */
        post: operations["rejectProposal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/proposals/{id}/signatures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a signature of a proposal
         * @description Only for signers. The signature is verified; with the second one the proposal is APPROVED. Signing takes back one's rejection.
         */
        post: operations["submitProposalSignature"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find records by what is known of them
         * @description By contract address, by a transaction that funded or moved them, by an outpoint that was a state of theirs, by display id or id. Private vaults and their proposals are found by members alone, who prove who they are.
         */
        get: operations["search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/streams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List streams
         * @description The filters combine. Addresses match in every form they can be written in.
         */
        get: operations["listStreams"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/streams/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a stream with its claims and events
         * @description Open to everybody. Who is a member of the private vault it is linked to, and says so, is told its `vault_id`.
         */
        get: operations["getStream"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/streams/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Build the cancel of a stream
         * @description Only for the sender of a cancelable ACTIVE stream. 409 `UNSAFE_CANCEL_DESTINATION` when the contract would return the rest to another wallet than the one that signs.
         */
        post: operations["cancelStream"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/streams/{id}/claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Build a claim
         * @description Only for the recipient: the header and `recipientAddress` both name them. Where the contract pays the fee nothing is to be signed (`signatureRequired: false`): `wcTransaction` passes through any wallet as it is, `txHex` can be posted to `/api/transactions/broadcast`, and with `broadcast: true` it is sent at once. What is too small a part of what is left for that takes a coin of the recipient, whose wallet signs.
         */
        post: operations["claimStream"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/streams/{id}/claim-info": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See what can be claimed
         * @description The amount that can be claimed now and the unsigned claim. When nothing is due, `claimableAmount` is 0 and `wcTransaction` is null.
         */
        get: operations["getStreamClaimInfo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/streams/{id}/confirm-cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm the cancel of a stream
         * @description The stream becomes CANCELLED; the rest returns to the sender after the notice. The transaction is verified on the chain. The same hash again answers the same success. While the network does not know the hash the answer is 409 `TX_NOT_FOUND`: ask again. Where it was recorded and another transaction has spent the same since, it is 409 `TX_REPLACED` with that one in `details.replacedBy`: asking again is no use.
         */
        post: operations["confirmStreamCancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/streams/{id}/confirm-claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm a claim
         * @description Records the claim and what was withdrawn; the claim that completes the total makes the stream COMPLETED. The transaction is verified on the chain. The same hash again answers the same success. While the network does not know the hash the answer is 409 `TX_NOT_FOUND`: ask again. Where it was recorded and another transaction has spent the same since, it is 409 `TX_REPLACED` with that one in `details.replacedBy`: asking again is no use.
         */
        post: operations["confirmStreamClaim"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/streams/{id}/confirm-funding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm the funding of a stream
         * @description The stream becomes ACTIVE. The transaction is verified on the chain. The same hash again answers the same success. While the network does not know the hash the answer is 409 `TX_NOT_FOUND`: ask again. Where it was recorded and another transaction has spent the same since, it is 409 `TX_REPLACED` with that one in `details.replacedBy`: asking again is no use.
         */
        post: operations["confirmStreamFunding"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/streams/{id}/funding-info": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Build the funding of a stream
         * @description Only while the stream is PENDING. Holds the unsigned transaction for the sender, built from the coins the wallet has now.
         */
        get: operations["getStreamFundingInfo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/streams/{id}/push": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Push what is due to the recipient
         * @description Builds, and with `broadcast` sends, the payment to the recipient that needs nobody's signature, where the contract can pay its fee: while it is active, and while a notice runs, for every payment of a 16th of what is left at least.
         */
        post: operations["pushStream"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/streams/{id}/refund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the refund of a cancelled stream
         * @description Sends the rest of a cancelled stream to its sender once the notice is over, and first to its recipient what vested until then, where the contract pays for it; the service does so by itself as well. Needs nobody's signature. A refund that was sent already is answered again.
         */
        post: operations["refundStream"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/streams/{id}/schedule": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the vesting curve of a stream */
        get: operations["getStreamSchedule"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/streams/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a stream
         * @description Works out the contract of a stream and stores it as PENDING. Nothing is on the chain yet: fund it with the transaction of `funding-info`. Fields this route does not know are ignored, unless they look like a misspelt one.
         */
        post: operations["createStream"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/streams/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a stream
         * @description Validates and computes as creation does, and stores nothing. The contract address of the preview is not that of a later creation.
         */
        post: operations["previewStream"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tokens/{category}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See how a token is called
         * @description By the metadata registry that its issuer published (CHIP-BCMR): the authchain is followed on the chain, the registry fetched, and its hash compared. Answers with what is known, at once; what nobody knows, or has known for too long, is learnt after the answer.
         */
        get: operations["getToken"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/transactions/broadcast": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Relay a signed transaction
         * @description For wallets that sign without broadcasting. The node's reason for a refusal comes back with 422.
         */
        post: operations["broadcastTransaction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/vaults": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List vaults
         * @description The vaults the caller may see. With `limit` or `cursor`, the groups hold what is in this page of `all`.
         */
        get: operations["listVaults"];
        put?: never;
        /**
         * Create a vault
         * @description Works out the contract of three signers and stores the vault as pending. Nothing is on the chain yet: make the first deposit with the transaction of `deposit`. The caller is the creator, and need not be a signer.
         */
        post: operations["createVault"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/vaults/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a vault */
        get: operations["getVault"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/vaults/{id}/deposit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Build a deposit
         * @description Only for the creator. The first deposit makes the vault's state NFT; later ones are plain sends to `contractAddress`, as any wallet can make. Report each with `update-balance`.
         */
        get: operations["getVaultDeposit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/vaults/{id}/proposals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the proposals of a vault
         * @description Follows the chain first, as far as an Electrum server answers.
         */
        get: operations["listProposals"];
        put?: never;
        /**
         * Propose what a vault does
         * @description For the creator and the signers. Builds the transaction from what lies at the address now; its fee is the vault's. Two signers approve it, then any of them executes it. Of a record only one proposal that opens it is open at a time.
         */
        post: operations["createProposal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/vaults/{id}/signers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let somebody see a vault
         * @description Only for the creator. Adds a viewer: the three signers of the contract stay what they are.
         */
        post: operations["addVaultSigner"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/vaults/{id}/state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See where a vault stands
         * @description Follows the chain first, so that what others did is known; while no Electrum server answers, what is recorded.
         */
        get: operations["getVaultState"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/vaults/{id}/update-balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report a deposit
         * @description Verifies the transaction on the chain and records the balance found at the address. The first one must make the vault's mutable NFT, and makes it active. The same hash again answers the same success.
         */
        post: operations["updateVaultBalance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the caller's webhooks */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Register a webhook
         * @description Events that match all filters, and that the caller may see, are sent from now on: at least once, those of a record in their order, signed as Standard Webhooks has it. What fails is tried again, with growing pauses, for three days.
         */
        post: operations["registerWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a webhook */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List deliveries */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/deliveries/{deliveryId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a delivery again */
        post: operations["redeliverWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enable a disabled webhook
         * @description What waited is sent, and what happens from now on; what happened while it was disabled is not.
         */
        post: operations["enableWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Remove a webhook */
        post: operations["removeWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the secret
         * @description For a day messages carry two signatures, of the new secret and of the one before.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Have a test message sent
         * @description A message of type `webhook.test`, which stands among the deliveries.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the process runs
         * @description Looks at nothing outside the process: a failing database is no reason to restart it.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the process can serve
         * @description Database, Electrum and the age of the newest block. 503 takes it out of a balancer.
         */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * ActivityExportResponse
         * @description Every payment of money, the oldest first.
         */
        ActivityExportResponse: {
            address: string;
            count: number;
            lines: components["schemas"]["ActivityLine"][];
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
        };
        /** ActivityLine */
        ActivityLine: {
            /** @description Never negative: `direction` says which way. Decimal BCH (whole base units for tokens). */
            amount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            amountBase: string;
            /** @description The amount as decimal text, exactly; null where the decimals of the token are not known. */
            amountDecimal: string | null;
            /** @description `BCH`, or the category of a token. */
            asset: string;
            /** @description Cash address; null where it is not known (deposits). */
            counterparty: string | null;
            /**
             * @description `in`: to the address; `out`: from it; `contract`: from a contract that it funded to somebody else, which the running total counted as it was funded.
             * @enum {unknown}
             */
            direction: "in" | "out" | "contract";
            displayId: string | null;
            /**
             * @description `reserve`: satoshis beside the principal that pay the fees of later steps; what is left of them comes back with a `refund`.
             * @enum {unknown}
             */
            kind: "funding" | "reserve" | "claim" | "push" | "refund" | "deposit" | "payout";
            /** @description Description, title or reason of the record, as its maker wrote it. */
            memo: string | null;
            /** @enum {unknown} */
            product: "stream" | "payment" | "airdrop" | "vault";
            /** @description Of a payout the proposal. */
            recordId: string;
            /** @description What came less what went of this asset, all from before `from` included; in BCH or base units. */
            runningTotal: number;
            /** @description The same, exactly; may be negative. */
            runningTotalBase: string;
            /** @description The running total likewise; may be negative. */
            runningTotalDecimal: string | null;
            /** @description `BCH`, or how the issuer of the token calls it; null where that is not known. */
            symbol: string | null;
            /** @description When the service recorded it, ISO 8601, UTC. */
            time: string;
            /** @description The same, Unix seconds. */
            timestamp: number;
            txHash: string;
        };
        /**
         * ActivityRow
         * @description A record of any product.
         */
        ActivityRow: {
            /**
             * @description `TREASURY` is a proposal to spend from a public vault.
             * @enum {unknown}
             */
            activity_type: "STREAM" | "PAYMENT" | "AIRDROP" | "TREASURY";
            /** @description Unix seconds. */
            created_at: number;
            /**
             * Format: uuid
             * @description The record's `id`: what its product's own route takes.
             */
            id: string;
            /** @description How far it is, 0 to 100, with two decimals rounded down; of an airdrop by claims. */
            progress_percentage: number;
            /** @description Who is paid; empty for an airdrop. */
            recipient: string;
            /** @description The named sender, of an airdrop the named creator, of a proposal the address of its vault. That a sender or creator paid is not proven: anybody can name them by funding. */
            sender: string;
            /**
             * @description Only payments are ever `PAUSED`, which the filter and the counts take for `ACTIVE`.
             * @enum {unknown}
             */
            status: "PENDING" | "ACTIVE" | "PAUSED" | "COMPLETED" | "CANCELLED";
            /** @description The display id. */
            stream_id: string;
            /**
             * @description Of a stream how it vests, of a payment its interval.
             * @enum {unknown}
             */
            stream_type: "LINEAR" | "STEP" | "RECURRING" | "DAILY" | "WEEKLY" | "BIWEEKLY" | "MONTHLY" | "YEARLY" | "AIRDROP" | "PROPOSAL";
            token: components["schemas"]["NullableToken"];
            /** @description Category of the token; null for BCH. */
            token_category: string | null;
            /** @enum {unknown} */
            token_type: "BCH" | "FUNGIBLE_TOKEN";
            /** @description All it is about: of a payment the funded periods, of an airdrop the pool. Decimal BCH (whole base units for tokens). */
            total_amount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            total_amount_base: string;
            total_amount_decimal: components["schemas"]["DecimalText"];
            /** @description Of a stream what has vested at `asOf`, of a payment what was paid, of an airdrop what was claimed, of a proposal all of it once it is carried out. Decimal BCH (whole base units for tokens). */
            vested_amount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            vested_amount_base: string;
            vested_amount_decimal: components["schemas"]["DecimalText"];
        };
        /**
         * ActivityStats
         * @description Figures over all rows that match type, token and status, on all pages together.
         */
        ActivityStats: {
            /** @description Active ones, paused payments among them. */
            activeCount: number;
            /** @description Completed ones. */
            completedCount: number;
            /** @description The total amounts of all that match, are in BCH and PENDING: asked for, and paid by nobody yet. Decimal BCH. */
            pendingVolume: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            pendingVolumeBase: string;
            pendingVolumeDecimal: components["schemas"]["DecimalText"];
            /** @description All of them, whatever their status. */
            totalCount: number;
            /** @description What all that match and are in BCH were funded with, whatever became of them: of streams and payments the total, of campaigns what their claims can take, of proposals what was carried out. Decimal BCH. */
            totalVolume: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            totalVolumeBase: string;
            totalVolumeDecimal: components["schemas"]["DecimalText"];
            /** @description The same of what is in tokens: of up to 100 tokens with the most funded records, those that match; the most used one first. */
            volumeByToken: components["schemas"]["TokenVolume"][];
        };
        /**
         * AirdropClaimRelayed
         * @description The claim that the service sent.
         */
        AirdropClaimRelayed: {
            campaign: components["schemas"]["Campaign"];
            claim: components["schemas"]["CampaignClaim"];
            /** @description What it pays. Decimal BCH (whole base units for tokens). */
            claimedAmount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            claimedAmountBase: string;
            claimedAmountDecimal: components["schemas"]["DecimalText"];
            /** @constant */
            relayed: true;
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
            /** @description Hash of the claim, which is on its way and recorded: nothing is left to confirm. */
            txHash: string;
            wcTransaction: null;
        };
        /**
         * AirdropClaimResponse
         * @description The claim to sign, or the one that was sent.
         */
        AirdropClaimResponse: components["schemas"]["AirdropClaimRelayed"] | components["schemas"]["AirdropClaimUnsigned"];
        /**
         * AirdropClaimUnsigned
         * @description The claim, to be signed by the claimer.
         */
        AirdropClaimUnsigned: {
            /** @description The time everything time-dependent was computed at, Unix seconds: the latest locktime the chain accepts now. It follows the chain's median time and lags the clock by about an hour. */
            asOf: number;
            /** @description What the claim pays. Decimal BCH (whole base units for tokens). */
            claimableAmount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            claimableAmountBase: string;
            claimableAmountDecimal: components["schemas"]["DecimalText"];
            /** @description The address's first, second, ... claim. */
            claimNumber: number;
            /** @description Whether the campaign pays the fee; else the claimer's wallet does. */
            feesSponsored: boolean;
            lane: number;
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
            token: components["schemas"]["NullableToken"];
            /** @description Category of the token that the amounts are of; null for BCH. */
            tokenCategory: string | null;
            wcTransaction: components["schemas"]["WcTransaction"];
        };
        /**
         * AirdropConfirmResponse
         * @description The transaction is on the chain and recorded.
         */
        AirdropConfirmResponse: {
            campaign: components["schemas"]["Campaign"];
            claim?: components["schemas"]["CampaignClaim"];
            /** @description Blocks on the transaction, 0 in the mempool. */
            confirmations: number;
            /**
             * @description `final` from 10 blocks on.
             * @enum {unknown}
             */
            finality: "mempool" | "mined" | "final";
            message: string;
            /**
             * @description That this service has verified and recorded it; how deep it stands on the chain, `finality` says.
             * @constant
             */
            state: "confirmed";
            /**
             * @description `PENDING` until its funding is confirmed, `ACTIVE` while it can be claimed from, `COMPLETED` when every claim there can be was made, `CANCELLED` when the creator took back the rest.
             * @enum {unknown}
             */
            status: "PENDING" | "ACTIVE" | "COMPLETED" | "CANCELLED";
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
            txHash: string;
        };
        /**
         * AirdropFundingReady
         * @description The funding of a campaign, all lanes at once, to be signed by the creator.
         */
        AirdropFundingReady: {
            /** @description Fee of the transaction. Decimal BCH. */
            fee: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            feeBase: string;
            feeDecimal: components["schemas"]["DecimalText"];
            fundingInfo: {
                /** @description All that is streamed. Decimal BCH (whole base units for tokens). */
                amount: number;
                /** @description The same amount, exactly, in satoshis (base units for tokens). */
                amountBase: string;
                amountDecimal: components["schemas"]["DecimalText"];
                /** @description The display id. */
                campaignId: string;
                /** @description Claims it pays for. */
                claims: number;
                /** @description The P2SH32 cash address of the contract. */
                contractAddress: string;
                creator: string;
                /** @description Fee of the transaction. Decimal BCH. */
                fee: number;
                /** @description The same amount, exactly, in satoshis (base units for tokens). */
                feeBase: string;
                feeDecimal: components["schemas"]["DecimalText"];
                /** @description What the lanes hold to pay the fees of claims. Decimal BCH. */
                feeReserve: number;
                /** @description The same amount, exactly, in satoshis (base units for tokens). */
                feeReserveBase: string;
                feeReserveDecimal: components["schemas"]["DecimalText"];
                inputs: {
                    /** @description What the spent output holds. Decimal BCH. */
                    amount: number;
                    /** @description The same amount, exactly, in satoshis (base units for tokens). */
                    amountBase: string;
                    amountDecimal: components["schemas"]["DecimalText"];
                    txid: string;
                    vout: number;
                }[];
                lanes: number;
                /** @description Root of the list. 64 hex characters. */
                merkleRoot: string | null;
                outputs: {
                    /** @description What the output holds. Decimal BCH. */
                    amount: number;
                    /** @description The same amount, exactly, in satoshis (base units for tokens). */
                    amountBase: string;
                    amountDecimal: components["schemas"]["DecimalText"];
                    lockingBytecode: string;
                    /** @description The address paid; null for data. */
                    to: string | null;
                    token?: {
                        /** @description Fungible tokens, in base units. */
                        amountBase: string;
                        category: string;
                        nft?: {
                            capability: string;
                            commitment: string;
                        };
                    };
                }[];
                token: components["schemas"]["NullableToken"];
                /** @description Category of the token that the amounts are of; null for BCH. */
                tokenCategory: string | null;
                /** @enum {unknown} */
                tokenType: "BCH" | "FUNGIBLE_TOKEN";
            };
            inputs: {
                /** @description What the spent output holds. Decimal BCH. */
                amount: number;
                /** @description The same amount, exactly, in satoshis (base units for tokens). */
                amountBase: string;
                amountDecimal: components["schemas"]["DecimalText"];
                txid: string;
                vout: number;
            }[];
            outputs: {
                /** @description What the output holds. Decimal BCH. */
                amount: number;
                /** @description The same amount, exactly, in satoshis (base units for tokens). */
                amountBase: string;
                amountDecimal: components["schemas"]["DecimalText"];
                lockingBytecode: string;
                /** @description The address paid; null for data. */
                to: string | null;
                token?: {
                    /** @description Fungible tokens, in base units. */
                    amountBase: string;
                    category: string;
                    nft?: {
                        capability: string;
                        commitment: string;
                    };
                };
            }[];
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
            wcTransaction: components["schemas"]["WcTransaction"];
        };
        /**
         * AirdropFundingResponse
         * @description The funding, or the preparation it needs first.
         */
        AirdropFundingResponse: components["schemas"]["AirdropFundingReady"] | components["schemas"]["FundingPreparation"];
        /**
         * AirdropLanesResponse
         * @description The lanes of a campaign, and which of them pays which address.
         */
        AirdropLanesResponse: {
            /** @description Those asked about, in the order asked. */
            addresses: {
                address: string;
                /** @description Claims that the address and its lane both have left. */
                claimsLeft: number;
                claimsMade: number;
                /** @description The lane that pays it, which the contract fixes. */
                lane: number;
            }[];
            /** @description Of all lanes together. */
            claimsLeft: number;
            lanes: {
                /** @description Claims it pays in all. */
                claimsDue: number;
                /** @description 0 once it is closed. */
                claimsLeft: number;
                claimsMade: number;
                lane: number;
            }[];
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
        };
        /**
         * AnnouncementCounts
         * @description What was found at the beacons.
         */
        AnnouncementCounts: {
            /** @description Contracts found. */
            accepted: number;
            /** @description Payments to a beacon without any announcement. */
            foreign: number;
            /** @description Announced, and not deployed as the covenant demands. */
            forged: number;
            /** @description Unreadable, or of what no contract may be. */
            malformed: number;
            /** @description Further deployments at an address that has one. */
            twins: number;
        };
        /**
         * ApproveResponse
         * @description The proposal to sign, for this signer.
         */
        ApproveResponse: {
            proposal: components["schemas"]["Proposal"];
            /** @description Whether a stale proposal was built anew just now: who signed before has to sign again. */
            rebuilt: boolean;
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
            wcTransaction: components["schemas"]["WcTransaction"];
        };
        /**
         * BroadcastResponse
         * @description The network took it.
         */
        BroadcastResponse: {
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
            /** @description Its hash. */
            txid: string;
        };
        /**
         * Campaign
         * @description An airdrop campaign.
         */
        Campaign: {
            /** @description When the funding was confirmed. Unix seconds, 500000000 to 4294967295. */
            activated_at: number | null;
            /** @description What each claim pays; null where the list says it. Decimal BCH (whole base units for tokens). */
            amount_per_claim: number | null;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            amount_per_claim_base: string | null;
            amount_per_claim_decimal: components["schemas"]["DecimalText"];
            /** @description The display id. */
            campaign_id: string;
            cancelable: boolean;
            /** @description When the last lane was closed before all was claimed. Unix seconds, 500000000 to 4294967295. */
            cancelled_at: number | null;
            /** @description Path of this API that answers the campaign to whoever has the link. */
            claim_link: string;
            claim_token: string;
            /** @description What was claimed so far. Decimal BCH (whole base units for tokens). */
            claimed_amount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            claimed_amount_base: string;
            claimed_amount_decimal: components["schemas"]["DecimalText"];
            claimed_count: number;
            /** @description P2SH32 address of the contract; null while the list that decides it is missing. */
            contract_address: string | null;
            /** @description When it was created. Unix seconds, 500000000 to 4294967295. */
            created_at: number;
            /** @description The named creator: who may close it, and gets back what is left. Anybody can name them by funding; whether they paid, `funded_by_creator` says. */
            creator: string;
            description: string | null;
            /** @description No claim from then on; null for no end. Unix seconds, 500000000 to 4294967295. */
            end_date: number | null;
            /** @description Unix seconds until which the record is kept without funding, at least; null once it is funded, and where it is kept for ever. */
            expires_at: number | null;
            /** @description Whether the confirmed funding spent a coin of the named creator's address: false where others paid and named them. Null while PENDING, and where it is not known. */
            funded_by_creator: boolean | null;
            funding_tx_hash: string | null;
            /** Format: uuid */
            id: string;
            /** @description State outputs, each of which serves one claim at a time; null while the list that decides it is missing. */
            lanes: number | null;
            /** @description Claims there can be. */
            max_claims: number | null;
            max_claims_per_address: number;
            /** @description Root of the list, all lanes together, as built. 64 hex characters. */
            merkle_root: string | null;
            /** @description What all claims there can be pay together, and what is funded; null while the list is missing. Decimal BCH (whole base units for tokens). */
            pool_amount: number | null;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            pool_amount_base: string | null;
            pool_amount_decimal: components["schemas"]["DecimalText"];
            /** @description Share of the claims there can be that were made, 0 to 100. */
            progress_percentage: number;
            /** @description Whether the rows of its list are shown to everybody; else to its creator, and each to the address that it is for. */
            public_list: boolean;
            /** @description Whether only the addresses of a list may claim. */
            require_kyc: boolean;
            /** @description Whether the campaign pays the fees of its claims; null while the list that decides it is missing. */
            sponsor_fees: boolean | null;
            /** @description First claim; null where claims may begin at once. Unix seconds, 500000000 to 4294967295. */
            start_date: number | null;
            /**
             * @description `PENDING` until its funding is confirmed, `ACTIVE` while it can be claimed from, `COMPLETED` when every claim there can be was made, `CANCELLED` when the creator took back the rest.
             * @enum {unknown}
             */
            status: "PENDING" | "ACTIVE" | "COMPLETED" | "CANCELLED";
            title: string;
            token: components["schemas"]["NullableToken"];
            /** @description Category of the token; null for BCH. */
            token_category: string | null;
            /** @enum {unknown} */
            token_type: "BCH" | "FUNGIBLE_TOKEN";
            /** @description The pool: all that may be given away. Decimal BCH (whole base units for tokens). */
            total_amount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            total_amount_base: string;
            total_amount_decimal: components["schemas"]["DecimalText"];
            /** @description Rows of the list; null without one. */
            total_recipients: number | null;
            /** @description When it was changed last. Unix seconds, 500000000 to 4294967295. */
            updated_at: number;
            /** @description The vault that is its creator and funds it; null where a key is. A private vault is named only to its members, at GET /api/airdrops/:id, and in the answer to the creation. */
            vault_id: string | null;
        };
        /**
         * CampaignClaim
         * @description A claim of a campaign.
         */
        CampaignClaim: {
            /** @description What it paid. Decimal BCH (whole base units for tokens). */
            amount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            amount_base: string;
            amount_decimal: components["schemas"]["DecimalText"];
            /**
             * Format: uuid
             * @description The campaign's `id`.
             */
            campaign_id: string;
            /** @description The address's first, second, ... claim. */
            claim_number: number;
            /** @description When it was recorded. Unix seconds, 500000000 to 4294967295. */
            claimed_at: number;
            claimer: string;
            /** Format: uuid */
            id: string;
            lane: number;
            /**
             * @description `confirm`: reported by a confirm call, or sent by the service; `chain`: found on the chain.
             * @enum {unknown}
             */
            source: "confirm" | "chain";
            tx_hash: string;
        };
        /**
         * CancelAirdropResponse
         * @description What the creator signs to close the campaign.
         */
        CancelAirdropResponse: {
            /** @description The time everything time-dependent was computed at, Unix seconds: the latest locktime the chain accepts now. It follows the chain's median time and lags the clock by about an hour. */
            asOf: number;
            cancelReturnAddress: string;
            /** @description The close of each lane, the first 16: `wcTransaction` is that of the first. */
            lanes: {
                lane: number;
                wcTransaction: components["schemas"]["WcTransaction"];
            }[];
            /** @description Sign it by `bch_signMessage` and send the signature to `close`: closes all lanes, whatever is claimed meanwhile. */
            message: string;
            /** @description Lanes that are not closed. */
            openLanes: number;
            /** @description What is left in the lanes, reserves included, less fees. Decimal BCH (whole base units for tokens). */
            returnedAmount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            returnedAmountBase: string;
            returnedAmountDecimal: components["schemas"]["DecimalText"];
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
            token: components["schemas"]["NullableToken"];
            /** @description Category of the token that the amounts are of; null for BCH. */
            tokenCategory: string | null;
            wcTransaction: components["schemas"]["WcTransaction"];
        };
        /**
         * CancelPaymentResponse
         * @description The cancel, to be signed by the sender.
         */
        CancelPaymentResponse: {
            /** @description The time everything time-dependent was computed at, Unix seconds: the latest locktime the chain accepts now. It follows the chain's median time and lags the clock by about an hour. */
            asOf: number;
            /** @description Where the contract returns the rest, whoever signs. */
            cancelReturnAddress: string;
            /** @description What is due, which this pays the recipient. Decimal BCH (whole base units for tokens). */
            dueAmount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            dueAmountBase: string;
            dueAmountDecimal: components["schemas"]["DecimalText"];
            /** @description How many periods that is. */
            intervalsDue: number;
            refund: {
                /** @description What returns if nobody pushes, reserve included. Periods go on falling due until the notice ends, and the service pushes them to the recipient. Decimal BCH (whole base units for tokens). */
                amount: number;
                /** @description The same amount, exactly, in satoshis (base units for tokens). */
                amountBase: string;
                amountDecimal: components["schemas"]["DecimalText"];
                /** @description Blocks between the cancel and the refund, which the service sends by itself; 0 from a settled pause: the cancel itself returns it. */
                availableAfterBlocks: number;
            };
            /** @description The unpaid periods, which return to the sender but for those that fall due until the notice ends. Decimal BCH (whole base units for tokens). */
            returnedAmount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            returnedAmountBase: string;
            returnedAmountDecimal: components["schemas"]["DecimalText"];
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
            token: components["schemas"]["NullableToken"];
            /** @description Category of the token that the amounts are of; null for BCH. */
            tokenCategory: string | null;
            wcTransaction: components["schemas"]["WcTransaction"];
        };
        /**
         * CancelResponse
         * @description The cancel, to be signed by the sender.
         */
        CancelResponse: {
            /** @description The time everything time-dependent was computed at, Unix seconds: the latest locktime the chain accepts now. It follows the chain's median time and lags the clock by about an hour. */
            asOf: number;
            /** @description Where the contract returns the rest, whoever signs. */
            cancelReturnAddress: string;
            refund: {
                /** @description What the refund returns if nobody pushes, reserve included. It goes on vesting until the notice ends, and the service pushes that to the recipient. Decimal BCH (whole base units for tokens). */
                amount: number;
                /** @description The same amount, exactly, in satoshis (base units for tokens). */
                amountBase: string;
                amountDecimal: components["schemas"]["DecimalText"];
                /** @description Blocks between the cancel and the refund, which the service sends by itself. */
                availableAfterBlocks: number;
            };
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
            token: components["schemas"]["NullableToken"];
            /** @description Category of the token that the amounts are of; null for BCH. */
            tokenCategory: string | null;
            /** @description What returns to the sender. Decimal BCH (whole base units for tokens). */
            unvestedAmount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            unvestedAmountBase: string;
            unvestedAmountDecimal: components["schemas"]["DecimalText"];
            /** @description What has vested: the recipient's. Decimal BCH (whole base units for tokens). */
            vestedAmount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            vestedAmountBase: string;
            vestedAmountDecimal: components["schemas"]["DecimalText"];
            wcTransaction: components["schemas"]["WcTransaction"];
        };
        /**
         * ClaimableResponse
         * @description What an address can claim now.
         */
        ClaimableResponse: {
            address: string;
            /** @description The campaigns alone. */
            campaigns: components["schemas"]["Campaign"][];
            /** @description The newest campaign first. */
            claimable: {
                /** @description What one claim pays this address. Decimal BCH (whole base units for tokens). */
                amount: number;
                /** @description The same amount, exactly, in satoshis (base units for tokens). */
                amountBase: string;
                amountDecimal: components["schemas"]["DecimalText"];
                campaign: components["schemas"]["Campaign"];
                claimsLeft: number;
                claimsMade: number;
            }[];
            /** @description Where the next page starts; null on the last one. */
            nextCursor: string | null;
            /** @description Whether campaigns with a private list were looked through: where `address` is the caller, which a bearer proves, or the header says where callers are believed. */
            privateListsIncluded: boolean;
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
            /** @description How many are listed here. */
            total: number;
        };
        /**
         * ClaimInfoResponse
         * @description What can be claimed, and the claim to sign.
         */
        ClaimInfoResponse: {
            /** @description The time everything time-dependent was computed at, Unix seconds: the latest locktime the chain accepts now. It follows the chain's median time and lags the clock by about an hour. */
            asOf: number;
            /** @description What can be claimed now. Decimal BCH (whole base units for tokens). */
            claimableAmount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            claimableAmountBase: string;
            claimableAmountDecimal: components["schemas"]["DecimalText"];
            /** @description When something can be claimed next, Unix seconds of median time; null when something can be claimed now. */
            claimableAt: number | null;
            claimInfo: {
                /** @description The time everything time-dependent was computed at, Unix seconds: the latest locktime the chain accepts now. It follows the chain's median time and lags the clock by about an hour. */
                asOf: number;
                /** @description What can be claimed now. Decimal BCH (whole base units for tokens). */
                claimableAmount: number;
                /** @description The same amount, exactly, in satoshis (base units for tokens). */
                claimableAmountBase: string;
                claimableAmountDecimal: components["schemas"]["DecimalText"];
                /** @description The P2SH32 cash address of the contract. */
                contractAddress: string;
                recipient: string;
                /** @description The display id. */
                streamId: string;
                /** @description What the recipient has been paid. Decimal BCH (whole base units for tokens). */
                totalReleased: number;
                /** @description The same amount, exactly, in satoshis (base units for tokens). */
                totalReleasedBase: string;
                totalReleasedDecimal: components["schemas"]["DecimalText"];
                /** @description What has vested. Decimal BCH (whole base units for tokens). */
                vestedAmount: number;
                /** @description The same amount, exactly, in satoshis (base units for tokens). */
                vestedAmountBase: string;
                vestedAmountDecimal: components["schemas"]["DecimalText"];
                /** @deprecated */
                wcTransaction: components["schemas"]["NullableWcTransaction"];
            };
            /** @description Whether the recipient's wallet has something to sign. False where the contract pays the fee: then `wcTransaction` is complete, and so is `txHex`. A wallet may pass it through; without one, post `txHex` to `/api/transactions/broadcast`, or claim with `broadcast: true`. */
            signatureRequired: boolean;
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
            token: components["schemas"]["NullableToken"];
            /** @description Category of the token that the amounts are of; null for BCH. */
            tokenCategory: string | null;
            /** @description The complete claim where nothing is to be signed, hex; else null. */
            txHex: string | null;
            wcTransaction: components["schemas"]["NullableWcTransaction"];
        };
        /**
         * ClaimLinkResponse
         * @description The campaign of a claim link.
         */
        ClaimLinkResponse: {
            campaign: components["schemas"]["Campaign"];
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
        };
        /**
         * ClaimResponse
         * @description The claim: to be signed by the recipient, or complete where the contract pays for it.
         */
        ClaimResponse: {
            /** @description The time everything time-dependent was computed at, Unix seconds: the latest locktime the chain accepts now. It follows the chain's median time and lags the clock by about an hour. */
            asOf: number;
            /** @description What can be claimed now. Decimal BCH (whole base units for tokens). */
            claimableAmount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            claimableAmountBase: string;
            claimableAmountDecimal: components["schemas"]["DecimalText"];
            /** @description Whether the recipient's wallet has something to sign. False where the contract pays the fee: then `wcTransaction` is complete, and so is `txHex`. A wallet may pass it through; without one, post `txHex` to `/api/transactions/broadcast`, or claim with `broadcast: true`. */
            signatureRequired: boolean;
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
            token: components["schemas"]["NullableToken"];
            /** @description Category of the token that the amounts are of; null for BCH. */
            tokenCategory: string | null;
            /** @description Hash of the claim where `broadcast` sent it; else null. Confirm it as any other. */
            txHash: string | null;
            /** @description The complete claim where nothing is to be signed, hex; else null. */
            txHex: string | null;
            wcTransaction: components["schemas"]["WcTransaction"];
        };
        /**
         * CloseAirdropResponse
         * @description The closes that were sent.
         */
        CloseAirdropResponse: {
            campaign: components["schemas"]["Campaign"];
            message: string;
            openLanes: number;
            /**
             * @description `PENDING` until its funding is confirmed, `ACTIVE` while it can be claimed from, `COMPLETED` when every claim there can be was made, `CANCELLED` when the creator took back the rest.
             * @enum {unknown}
             */
            status: "PENDING" | "ACTIVE" | "COMPLETED" | "CANCELLED";
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
            /** @description A close for each lane that was open. */
            txHashes: string[];
        };
        /**
         * CommitmentChange
         * @description A commitment, and how it differs from the one before.
         */
        CommitmentChange: {
            /** @description Hex; null at the end. */
            commitment: string | null;
            /** @description Released more than by the one before: what had vested between. Decimal BCH (whole base units for tokens). */
            difference: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            differenceBase: string;
            /** @description Height of the block that holds the transaction. */
            height: number;
            /** @description What it says was released. Decimal BCH (whole base units for tokens). */
            releasedAmount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            releasedAmountBase: string;
            /** @description Time of that block. Unix seconds. */
            time: number;
            /** @description The transaction that made it. 64 hex characters. */
            txHash: string;
        };
        /**
         * ConfirmExecuteResponse
         * @description The transaction is on the chain and recorded.
         */
        ConfirmExecuteResponse: {
            /** @description Blocks on the transaction, 0 in the mempool. */
            confirmations: number;
            /**
             * @description `final` from 10 blocks on.
             * @enum {unknown}
             */
            finality: "mempool" | "mined" | "final";
            message: string;
            proposal: components["schemas"]["Proposal"];
            /**
             * @description That this service has verified and recorded it; how deep it stands on the chain, `finality` says.
             * @constant
             */
            state: "confirmed";
            /**
             * @description `APPROVED` with two signatures, `EXECUTED` once its transaction is on the chain; `STALE` when its coins were spent otherwise: approve it again.
             * @enum {unknown}
             */
            status: "PENDING" | "APPROVED" | "EXECUTED" | "REJECTED" | "STALE";
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
            txHash: string;
            vault: components["schemas"]["Vault"];
        };
        /**
         * ConfirmPlanMoveResponse
         * @description The transaction is on the chain, and recorded with each stream.
         */
        ConfirmPlanMoveResponse: {
            /** @description Blocks on the transaction, 0 in the mempool. */
            confirmations: number;
            /**
             * @description `final` from 10 blocks on.
             * @enum {unknown}
             */
            finality: "mempool" | "mined" | "final";
            fundings: components["schemas"]["PlanPart"][];
            message: string;
            plan: components["schemas"]["Plan"];
            /**
             * @description That this service has verified and recorded it.
             * @constant
             */
            state: "confirmed";
            /** @description How many streams are in which state; states of none are left out. */
            statuses: {
                ACTIVE?: number;
                CANCELLED?: number;
                COMPLETED?: number;
                PAUSED?: number;
                /** @description Not funded yet. */
                PENDING?: number;
            };
            /** @description All that the transaction moved. */
            streams: {
                /** Format: uuid */
                id: string;
                /**
                 * @description As of streams and payments; `PENDING` until the part it belongs to is funded.
                 * @enum {unknown}
                 */
                status: "PENDING" | "ACTIVE" | "PAUSED" | "COMPLETED" | "CANCELLED";
                stream_id: string;
                /** @description Paid to the recipient so far. Decimal BCH (whole base units for tokens). */
                withdrawn_amount: number;
                /** @description The same amount, exactly, in satoshis (base units for tokens). */
                withdrawn_amount_base: string;
                withdrawn_amount_decimal: components["schemas"]["DecimalText"];
            }[];
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
            txHash: string;
        };
        /**
         * ConfirmPlanResponse
         * @description The funding is on the chain, and its streams are active. Said as to everybody.
         */
        ConfirmPlanResponse: {
            /** @description Blocks on the transaction, 0 in the mempool. */
            confirmations: number;
            /**
             * @description `final` from 10 blocks on.
             * @enum {unknown}
             */
            finality: "mempool" | "mined" | "final";
            fundings: components["schemas"]["PlanPart"][];
            message: string;
            plan: components["schemas"]["Plan"];
            /**
             * @description That this service has verified and recorded it.
             * @constant
             */
            state: "confirmed";
            /** @description How many streams are in which state; states of none are left out. */
            statuses: {
                ACTIVE?: number;
                CANCELLED?: number;
                COMPLETED?: number;
                PAUSED?: number;
                /** @description Not funded yet. */
                PENDING?: number;
            };
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
            txHash: string;
        };
        /**
         * ConfirmResponse
         * @description The transaction is on the chain and recorded.
         */
        ConfirmResponse: {
            claim?: components["schemas"]["StreamClaim"];
            /** @description Blocks on the transaction, 0 in the mempool. */
            confirmations: number;
            /**
             * @description `final` from 10 blocks on.
             * @enum {unknown}
             */
            finality: "mempool" | "mined" | "final";
            message: string;
            /**
             * @description That this service has verified and recorded it; how deep it stands on the chain, `finality` says.
             * @constant
             */
            state: "confirmed";
            /**
             * @description `PENDING` until its funding is confirmed, `ACTIVE` until all is claimed (`COMPLETED`) or the sender cancels (`CANCELLED`).
             * @enum {unknown}
             */
            status: "PENDING" | "ACTIVE" | "COMPLETED" | "CANCELLED";
            stream: components["schemas"]["Stream"];
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
            txHash: string;
        };
        /** CreateAirdrop */
        CreateAirdrop: {
            /** @description What each claim pays; required unless `requireKyc`, where the rows of the list say it and this is not used. A JSON number or a decimal string: of BCH with at most 8 decimals, at least 0.00000546; of a token in whole base units, 1 to 9223372036854775807, beyond 9007199254740991 as a string. */
            amountPerClaim?: number | string | null;
            /** @description Whether the creator may close it before its end; enforced by the contract. Default true; `false` demands an `endDate`. */
            cancelable?: boolean | null;
            /** @description Who funds it and gets back the rest; the caller, where there is one. A P2PKH cash address of the configured network; the prefix may be left out. */
            creator?: string | null;
            description?: string | null;
            /** @description No claim from then on; default none. Unix seconds, 500000000 to 4294967295. */
            endDate?: number | null;
            /** @description State outputs, each of which serves one claim at a time: a power of two. Default 1, of a list by its size. Of a campaign for everybody each pays its part of the claims to the addresses that chance gives it: with few claims a lane some are used up long before the others (`warnings`). */
            lanes?: number | null;
            /** @description Kept by the contract. Default 1; 1 where `requireKyc`. */
            maxClaimsPerAddress?: number | null;
            /** @description Whether the rows of its list are shown to everybody who asks for their proof. Else a row is shown to the address that it is for and to the creator. With `requireKyc` alone. Default false. */
            publicList?: boolean | null;
            /** @description Whether only the addresses of a list may claim: send it to `generate-merkle`. Default false. */
            requireKyc?: boolean | null;
            /** @description Whether the campaign pays the fees of its claims. Default: up to 1,000 claims. */
            sponsorFees?: boolean | null;
            /** @description First claim; default none: as soon as it is funded. Unix seconds, 500000000 to 4294967295. */
            startDate?: number | null;
            /** @description The public name. */
            title: string;
            /** @description Category of the token, 64 hex characters; required for tokens. */
            tokenCategory?: string | null;
            /**
             * @description Default `BCH`. A `FUNGIBLE_TOKEN` is named by its `tokenCategory`; `CASHTOKENS` is another word for it.
             * @enum {unknown}
             */
            tokenType?: "BCH" | "FUNGIBLE_TOKEN" | "CASHTOKENS" | null;
            /** @description The pool. A JSON number or a decimal string: of BCH with at most 8 decimals, at least 0.00000546; of a token in whole base units, 1 to 9223372036854775807, beyond 9007199254740991 as a string. */
            totalAmount: number | string;
            /**
             * Format: uuid
             * @description The vault that funds it, and is its creator: what is not claimed returns to the vault. For its creator and signers; two signers open it by a proposal of kind `airdrop` (see `proposal` of the answer), and close it by one of kind `cancel`. `creator` may be left out.
             */
            vaultId?: string | null;
        };
        /**
         * CreateAirdropResponse
         * @description The stored campaign.
         */
        CreateAirdropResponse: {
            campaign: components["schemas"]["Campaign"];
            /**
             * @description Which route comes next; `proposal`: the request of that name.
             * @enum {unknown}
             */
            nextStep: "generate-merkle" | "funding-info" | "proposal";
            /** @description Only with `vaultId`: the vault funds the record, so that there is no funding of a wallet. Make this request; two signers approve the proposal, and confirm-execute activates the record. */
            proposal?: {
                body: {
                    /** Format: uuid */
                    campaignId?: string;
                    /** @enum {unknown} */
                    kind: "stream" | "payment" | "plan" | "airdrop";
                    paymentIds?: string[];
                    /** Format: uuid */
                    planId?: string;
                    streamIds?: string[];
                };
                /** @constant */
                method: "POST";
                path: string;
            };
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
            /** @description What its creator should know before it is funded; mostly nothing. */
            warnings: {
                /** @enum {unknown} */
                code: "AMOUNT_PER_CLAIM_UNUSED" | "LANES_FILL_UNEVENLY";
                details: {
                    [key: string]: JsonValue;
                };
                message: string;
            }[];
        };
        /** CreatePayment */
        CreatePayment: {
            /** @description What each period pays. A JSON number or a decimal string: of BCH with at most 8 decimals, at least 0.00000546; of a token in whole base units, 1 to 9223372036854775807, beyond 9007199254740991 as a string. */
            amountPerPeriod: number | string;
            /** @description Whether the sender may cancel; enforced by the contract. Default true. */
            cancelable?: boolean | null;
            /** @description Blocks between a cancel and its refund, and between a pause and its settling, at least 12 (6 on regtest and the devnet); default 36 (6 on the devnet). */
            cancelNoticeBlocks?: number | null;
            /** @description No period falls due after it: fewer than 12 are funded where it comes first. Unix seconds, 500000000 to 4294967295. */
            endDate?: number | null;
            /**
             * @description `DAILY` 86400 seconds, `WEEKLY` 604800, `BIWEEKLY` 1209600, `MONTHLY` 2592000, `YEARLY` 31536000.
             * @enum {unknown}
             */
            interval: "DAILY" | "WEEKLY" | "BIWEEKLY" | "MONTHLY" | "YEARLY";
            /** @description Whether the sender may pause; enforced by the contract. Default: as cancelable. Only where cancelable: a pause that the sender never ends would keep the money from both. */
            pausable?: boolean | null;
            /** @description Who receives it. A cash address of the configured network, of a key or of a script (a vault, a multisig); the prefix may be left out. */
            recipient: string;
            /** @description The sender's name for the recipient. */
            recipientName?: string | null;
            /** @description Who funds the payment; the caller, where there is one. A P2PKH cash address of the configured network; the prefix may be left out. */
            sender?: string | null;
            /** @description When the first period falls due; default now. Unix seconds, 500000000 to 4294967295. */
            startDate?: number | null;
            /** @description Category of the token, 64 hex characters; required for tokens. */
            tokenCategory?: string | null;
            /**
             * @description Default `BCH`. A `FUNGIBLE_TOKEN` is named by its `tokenCategory`; `CASHTOKENS` is another word for it.
             * @enum {unknown}
             */
            tokenType?: "BCH" | "FUNGIBLE_TOKEN" | "CASHTOKENS" | null;
            /**
             * Format: uuid
             * @description The vault that funds it, and is its sender: what returns, returns to the vault. For its creator and signers; they propose the funding next (see `proposal` of the answer), and `sender` may be left out.
             */
            vaultId?: string | null;
        };
        /**
         * CreatePaymentResponse
         * @description The stored payment and how to fund it.
         */
        CreatePaymentResponse: {
            deployment: {
                /** @description The P2SH32 cash address of the contract. */
                contractAddress: string;
                funding: {
                    /** @description BCH the state output must hold: the total of a stream of BCH, and `reserve`. Decimal BCH. */
                    amount: number;
                    /** @description The same amount, exactly, in satoshis (base units for tokens). */
                    amountBase: string;
                    amountDecimal: components["schemas"]["DecimalText"];
                    /** @description Of that, what is locked for fees beside the principal: it pays for payments that nobody signs, and what is left returns to the sender. Decimal BCH. */
                    reserve: number;
                    /** @description The same amount, exactly, in satoshis (base units for tokens). */
                    reserveBase: string;
                    reserveDecimal: components["schemas"]["DecimalText"];
                    /** @description The P2SH32 cash address of the contract. */
                    toAddress: string;
                    token?: components["schemas"]["NullableToken"];
                    /** @description How many, in base units. */
                    tokenAmount?: number;
                    /** @description The same amount, exactly, in satoshis (base units for tokens). */
                    tokenAmountBase?: string;
                    tokenAmountDecimal?: components["schemas"]["DecimalText"];
                    /** @description Category of the tokens the output behind the state must hold; absent for BCH. */
                    tokenCategory?: string;
                    withNFT: {
                        /** @description Fungible units of the NFT's own category beside it. */
                        amountBase: string;
                        /** @constant */
                        capability: "mutable";
                        commitment: string;
                    };
                    /** @description What else the transaction must hold: the announcement of the terms, and the note that shows the address of the recipient. `funding-info` builds all of it. */
                    withOutputs: {
                        /** @description BCH it holds. Decimal BCH. */
                        amount: number;
                        /** @description The same amount, exactly, in satoshis (base units for tokens). */
                        amountBase: string;
                        amountDecimal: components["schemas"]["DecimalText"];
                        lockingBytecode: string;
                    }[];
                };
                /** @constant */
                fundingRequired: true;
                /** @description The first state, as hex. */
                nftCommitment: string;
                /** @description The display id. */
                paymentId: string;
            };
            payment: components["schemas"]["Payment"];
            /** @description Only with `vaultId`: the vault funds the record, so that there is no funding of a wallet. Make this request; two signers approve the proposal, and confirm-execute activates the record. */
            proposal?: {
                body: {
                    /** Format: uuid */
                    campaignId?: string;
                    /** @enum {unknown} */
                    kind: "stream" | "payment" | "plan" | "airdrop";
                    paymentIds?: string[];
                    /** Format: uuid */
                    planId?: string;
                    streamIds?: string[];
                };
                /** @constant */
                method: "POST";
                path: string;
            };
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
            /** @description What to know before money moves, in words: that the recipient is a script, say. Usually empty. */
            warnings: string[];
        };
        /** CreatePlan */
        CreatePlan: {
            /** @description Whether the sender may cancel; enforced by the contract. Default true. */
            cancelable?: boolean | null;
            /** @description Payments of equal parts that a cancel leaves paid for, 1 to 255, default 17: large grants take 65, which locks more for the time of the notice. */
            cancelFills?: number | null;
            /** @description Blocks between a cancel and its refund, at least 12 (6 on regtest and the devnet); default 36 (6 on the devnet). */
            cancelNoticeBlocks?: number | null;
            /** @description Nothing vests before it, within start and end; 0 or null for none. Unix seconds, 500000000 to 4294967295. */
            cliff?: number | null;
            /** @description The list as lines of `address,amount,start,end,cliff,step,label`, instead of `streams`; see `recipients`. */
            csv?: string | null;
            /** @description The sender's words, shown to nobody else. */
            description?: string | null;
            /** @description When all has vested, default 365 days after the start; of salaries the time after which none falls due, default 12 of them. Unix seconds, 500000000 to 4294967295. */
            end?: number | null;
            /**
             * @description Of salaries, required there for the row or the plan.
             * @enum {string|null}
             */
            interval?: "DAILY" | "WEEKLY" | "BIWEEKLY" | "MONTHLY" | "YEARLY" | null;
            /** @description Of salaries: whether the sender may pause. Default as `cancelable`, and only where that is true. */
            pausable?: boolean | null;
            /**
             * @description `vesting`: grants, which become streams. `recurring`: salaries, which become payments.
             * @enum {unknown}
             */
            product: "vesting" | "recurring";
            /** @description Who funds the plan; the caller, who is also the default. With `vaultId` the vault, or left out. A P2PKH cash address of the configured network; the prefix may be left out. */
            sender?: string | null;
            shape?: components["schemas"]["PlanShape"] | null;
            /** @description When vesting starts, or the first salary falls due; default now. Unix seconds, 500000000 to 4294967295. */
            start?: number | null;
            /** @description Seconds of a step, at whose end it vests; 0 or null: by the second. */
            step?: number | null;
            /** @description The list; it may also be sent, or replaced, by `recipients`. */
            streams?: components["schemas"]["PlanRow"][] | null;
            /** @description Category of the token, 64 hex characters; required for tokens. */
            tokenCategory?: string | null;
            /**
             * @description Default `BCH`. A `FUNGIBLE_TOKEN` is named by its `tokenCategory`; `CASHTOKENS` is another word for it.
             * @enum {unknown}
             */
            tokenType?: "BCH" | "FUNGIBLE_TOKEN" | "CASHTOKENS" | null;
            /**
             * Format: uuid
             * @description The vault that funds it, and is its sender: what returns, returns to the vault. For its creator and signers; they propose each funding next (see `proposal` of the answer), and `sender` may be left out.
             */
            vaultId?: string | null;
        };
        /** CreateStream */
        CreateStream: {
            /** @description Whether the sender may cancel; enforced by the contract. Default true. */
            cancelable?: boolean | null;
            /** @description Blocks between a cancel and its refund, at least 12 (6 on regtest and the devnet); default 36 (6 on the devnet). */
            cancelNoticeBlocks?: number | null;
            /** @description Until then nothing can be claimed, within start and end; 0 or null for none. Unix seconds, 500000000 to 4294967295. */
            cliffTimestamp?: number | null;
            /** @description The sender's words, without null characters. */
            description?: string | null;
            /** @description When all has vested; default 365 days after the start. Unix seconds, 500000000 to 4294967295. */
            endTime?: number | null;
            /** @description Length of a `STEP`, or of an interval of `RECURRING`, seconds. `STEP`: default 30 days, or the whole duration where that is shorter. `RECURRING`: default as many equal intervals as 30 days go into the duration, at least one. Where it is given, the duration must be a multiple of it; a start that is left out beside an `endTime` is set as near to now as that allows. */
            intervalSeconds?: number | null;
            /** @description Who receives it. A cash address of the configured network, of a key or of a script (a vault, a multisig); the prefix may be left out. */
            recipient: string;
            /** @description Who funds the stream; the caller, who is also the default. A P2PKH cash address of the configured network; the prefix may be left out. */
            sender?: string | null;
            /** @description When vesting starts; default now. A past start vests at once what is due. Unix seconds, 500000000 to 4294967295. */
            startTime?: number | null;
            /**
             * @description `LINEAR` vests by the second, `STEP` at the end of each interval. `RECURRING` pays equal amounts, one at the end of each interval, the last one with the remainder.
             * @enum {unknown}
             */
            streamType: "LINEAR" | "STEP" | "RECURRING";
            /** @description Category of the token, 64 hex characters; required for tokens. */
            tokenCategory?: string | null;
            /**
             * @description Default `BCH`. A `FUNGIBLE_TOKEN` is named by its `tokenCategory`; `CASHTOKENS` is another word for it.
             * @enum {unknown}
             */
            tokenType?: "BCH" | "FUNGIBLE_TOKEN" | "CASHTOKENS" | null;
            /** @description All that is streamed. A JSON number or a decimal string: of BCH with at most 8 decimals, at least 0.00000546; of a token in whole base units, 1 to 9223372036854775807, beyond 9007199254740991 as a string. */
            totalAmount: number | string;
            /**
             * Format: uuid
             * @description The vault that funds it, and is its sender: what returns, returns to the vault. For its creator and signers; they propose the funding next (see `proposal` of the answer), and `sender` may be left out.
             */
            vaultId?: string | null;
        };
        /**
         * CreateStreamResponse
         * @description The stored stream and how to fund it.
         */
        CreateStreamResponse: {
            deployment: {
                /** @description The P2SH32 cash address of the contract. */
                contractAddress: string;
                funding: {
                    /** @description BCH the state output must hold: the total of a stream of BCH, and `reserve`. Decimal BCH. */
                    amount: number;
                    /** @description The same amount, exactly, in satoshis (base units for tokens). */
                    amountBase: string;
                    amountDecimal: components["schemas"]["DecimalText"];
                    /** @description Of that, what is locked for fees beside the principal: it pays for payments that nobody signs, and what is left returns to the sender. Decimal BCH. */
                    reserve: number;
                    /** @description The same amount, exactly, in satoshis (base units for tokens). */
                    reserveBase: string;
                    reserveDecimal: components["schemas"]["DecimalText"];
                    /** @description The P2SH32 cash address of the contract. */
                    toAddress: string;
                    token?: components["schemas"]["NullableToken"];
                    /** @description How many, in base units. */
                    tokenAmount?: number;
                    /** @description The same amount, exactly, in satoshis (base units for tokens). */
                    tokenAmountBase?: string;
                    tokenAmountDecimal?: components["schemas"]["DecimalText"];
                    /** @description Category of the tokens the output behind the state must hold; absent for BCH. */
                    tokenCategory?: string;
                    withNFT: {
                        /** @description Fungible units of the NFT's own category beside it. */
                        amountBase: string;
                        /** @constant */
                        capability: "mutable";
                        commitment: string;
                    };
                    /** @description What else the transaction must hold: the announcement of the terms, and the note that shows the address of the recipient. `funding-info` builds all of it. */
                    withOutputs: {
                        /** @description BCH it holds. Decimal BCH. */
                        amount: number;
                        /** @description The same amount, exactly, in satoshis (base units for tokens). */
                        amountBase: string;
                        amountDecimal: components["schemas"]["DecimalText"];
                        lockingBytecode: string;
                    }[];
                };
                /** @constant */
                fundingRequired: true;
                /** @description The first state, as hex. */
                nftCommitment: string;
                /** @description The display id. */
                streamId: string;
            };
            /** @description Only with `vaultId`: the vault funds the record, so that there is no funding of a wallet. Make this request; two signers approve the proposal, and confirm-execute activates the record. */
            proposal?: {
                body: {
                    /** Format: uuid */
                    campaignId?: string;
                    /** @enum {unknown} */
                    kind: "stream" | "payment" | "plan" | "airdrop";
                    paymentIds?: string[];
                    /** Format: uuid */
                    planId?: string;
                    streamIds?: string[];
                };
                /** @constant */
                method: "POST";
                path: string;
            };
            stream: components["schemas"]["Stream"];
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
            /** @description What to know before money moves, in words: that the recipient is a script, say. Usually empty. */
            warnings: string[];
        };
        /** CreateVault */
        CreateVault: {
            /** @description The creator's words, without null characters. */
            description?: string | null;
            /** @description Whether everybody may see it. Default false. */
            isPublic?: boolean | null;
            /** @description How members call it, without null characters. */
            name: string;
            /** @description Exactly 3: the signers' public keys in the same order. Each must hash to its signer's address. */
            signerPubkeys: string[];
            /** @description Exactly 3, all different. Any two of them spend. */
            signers: string[];
            /** @description What is planned to be deposited, in BCH. A JSON number or a decimal string: of BCH with at most 8 decimals, at least 0.00000546; of a token in whole base units, 1 to 9223372036854775807, beyond 9007199254740991 as a string. */
            totalDeposit: number | string;
        };
        /**
         * DecimalText
         * @description The same amount as decimal text, exactly; null where the decimals of the token are not known.
         */
        DecimalText: string | null;
        /**
         * DeliveryResponse
         * @description A delivery that is sent again.
         */
        DeliveryResponse: {
            delivery: components["schemas"]["WebhookDelivery"];
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
        };
        /**
         * Error
         * @description What went wrong.
         */
        Error: {
            /** @description NOTHING_TO_CLAIM, NOTHING_TO_PUSH, OUTSIDE_CLAIM_WINDOW: the time on the chain, Unix seconds. */
            asOf?: number;
            /** @description INSUFFICIENT_FUNDS: what the wallet has of it. */
            available?: number;
            /** @description NOTICE_NOT_OVER: first block that may hold it. */
            availableAtHeight?: number | null;
            /** @description INSUFFICIENT_FUNDS: the same, exactly. */
            availableBase?: string;
            /** @description UNSAFE_CANCEL_DESTINATION: where the rest would go. */
            cancelReturnAddress?: string;
            /** @description NOTHING_TO_CLAIM, NOTHING_TO_PUSH: when there is something, Unix seconds. */
            claimableAt?: number | null;
            /**
             * @description A stable word to program against.
             * @enum {unknown}
             */
            code: "INVALID_REQUEST" | "MALFORMED_REQUEST" | "INVALID_ADDRESS" | "INVALID_AMOUNT" | "INVALID_TIME" | "SCHEDULE_UNSOUND" | "INVALID_CURSOR" | "INVALID_WHITELIST" | "INVALID_RECIPIENTS" | "CALLER_REQUIRED" | "TOKEN_INVALID" | "TOKEN_EXPIRED" | "NONCE_INVALID" | "SIGNATURE_INVALID" | "FORBIDDEN" | "NOT_ELIGIBLE" | "NOT_FOUND" | "ROUTE_NOT_FOUND" | "METHOD_NOT_ALLOWED" | "REQUEST_TIMEOUT" | "WRONG_STATE" | "NOT_PAUSABLE" | "NOT_CANCELABLE" | "NOTHING_TO_CLAIM" | "NOTHING_TO_PUSH" | "NOTICE_NOT_OVER" | "FEE_RATE_TOO_HIGH" | "UNSAFE_CANCEL_DESTINATION" | "CLAIM_LIMIT_REACHED" | "OUTSIDE_CLAIM_WINDOW" | "LANE_EXHAUSTED" | "FEES_NOT_SPONSORED" | "STATE_MOVED" | "WEBHOOK_LIMIT_REACHED" | "INSUFFICIENT_FUNDS" | "HASH_ALREADY_USED" | "PROPOSAL_STALE" | "TX_NOT_FOUND" | "TX_REPLACED" | "TX_UNCONFIRMED" | "IDEMPOTENCY_KEY_IN_USE" | "EVENTS_DROPPED" | "RECORD_EXPIRED" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "WHITELIST_TOO_LARGE" | "PLAN_TOO_LARGE" | "URI_TOO_LONG" | "UNSUPPORTED_MEDIA_TYPE" | "RANGE_NOT_SATISFIABLE" | "EXPECTATION_FAILED" | "TX_MISMATCH" | "INVALID_SIGNATURE" | "BROADCAST_REJECTED" | "IDEMPOTENCY_KEY_REUSED" | "RATE_LIMITED" | "QUOTA_EXCEEDED" | "HEADERS_TOO_LARGE" | "INTERNAL" | "CHAIN_UNAVAILABLE" | "DATABASE_UNAVAILABLE" | "INDEXER_UNAVAILABLE" | "OVERLOADED";
            details?: components["schemas"]["ErrorDetails"];
            /** @description OUTSIDE_CLAIM_WINDOW: Unix seconds; null for no end. */
            endDate?: number | null;
            /** @description A short sentence, the same for every error with this code. */
            error: string;
            /** @description NOTICE_NOT_OVER: of the tip. */
            height?: number;
            /** @description INVALID_WHITELIST: where. */
            line?: number | null;
            /** @description What is wrong with this request, and what to do about it. */
            message: string;
            /** @description INSUFFICIENT_FUNDS: BCH, or base units of `tokenCategory`. */
            needed?: number;
            /** @description INSUFFICIENT_FUNDS: the same, exactly. */
            neededBase?: string;
            /** @description INVALID_WHITELIST: what, in a word. */
            problem?: string;
            /** @description Names this request in the logs; also in the header `x-request-id`. */
            requestId: string;
            /** @description Whether the same request can succeed later. */
            retryable?: boolean;
            /** @description OUTSIDE_CLAIM_WINDOW: Unix seconds. */
            startDate?: number | null;
            /**
             * @description With TX_NOT_FOUND and TX_UNCONFIRMED: the transaction may still arrive.
             * @constant
             */
            state?: "pending";
            /** @constant */
            success: false;
            /** @description INSUFFICIENT_FUNDS: the token that is lacking; absent for BCH. */
            tokenCategory?: string;
        };
        /**
         * ErrorDetails
         * @description The facts behind the message.
         */
        ErrorDetails: {
            /** @description INSUFFICIENT_FUNDS. */
            availableSatoshis?: string;
            /** @description INSUFFICIENT_FUNDS, of tokens: base units. */
            availableTokens?: string;
            /** @description INVALID_REQUEST: the field that `field` probably stands for. */
            didYouMean?: string;
            /** @description INVALID_RECIPIENTS: how many rows cannot be taken. */
            errorCount?: number;
            /** @description INVALID_RECIPIENTS: the first hundred of them. */
            errors?: {
                code: string;
                field?: string | null;
                /** @description Of a CSV, from 1. */
                line?: number | null;
                reason: string;
                /** @description From 1. */
                row?: number | null;
            }[];
            /** @description Codes of status 400: the field that is not usable. */
            field?: string;
            /** @description WRONG_STATE, of a funding that is on the chain and was not confirmed: its hash. Confirm it instead of funding again. */
            fundingTxHash?: string;
            /** @description INVALID_REQUEST: `body`, `querystring` or `params`. */
            in?: string;
            /** @description WRONG_STATE, of a selection of streams: why each of them cannot be moved. */
            leftOut?: {
                /** @enum {unknown} */
                code: "NOT_FOUND" | "NOT_FUNDED" | "STATE_MOVED" | "NOT_CANCELABLE" | "NOT_PAUSABLE" | "NOTICE_NOT_OVER" | "WRONG_STATE";
                /** Format: uuid */
                id: string;
                reason: string;
            }[];
            /** @description INVALID_REQUEST, of a selection of streams: how many one signature moves. */
            most?: number;
            /** @description SCHEDULE_UNSOUND, of a cliff: the nearest sound one, Unix seconds. */
            nearestCliff?: number;
            /** @description INSUFFICIENT_FUNDS. */
            neededSatoshis?: string;
            /** @description INSUFFICIENT_FUNDS, of tokens: base units. */
            neededTokens?: string;
            /** @description INVALID_REQUEST: what is wrong, field by field; TX_MISMATCH: in what the transaction differs. */
            problems?: (string | {
                field: string;
                problem: string;
            })[];
            /** @description BROADCAST_REJECTED: the node's own words. */
            reason?: string;
            /** @description TX_REPLACED: the transaction that spent the same. */
            replacedBy?: string;
            /** @description WRONG_STATE: the state the record is in. */
            status?: string;
            /** @description INSUFFICIENT_FUNDS: whose. */
            wallet?: string;
        };
        /**
         * Event
         * @description Something that happened to a record.
         */
        Event: {
            /** @description What it is about, or moved. Decimal BCH (whole base units for tokens). */
            amount: number | null;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            amountBase: string | null;
            amountDecimal: components["schemas"]["DecimalText"];
            /** @description When it was recorded, Unix seconds. */
            createdAt: number;
            figures: components["schemas"]["EventFigures"];
            /**
             * @description How settled the step was when it was told; null where there is none, and of a plan, whose streams say it.
             * @enum {string|null}
             */
            finality: "mempool" | "mined" | "final" | null;
            /** @description Names the event, always the same; to resume from as `Last-Event-ID`. */
            id: string;
            /**
             * @description `claimed`: the recipient was paid, whoever asked for it (`step` `claim`: they signed; `push`: nobody did, since the contract paid the fee). `settled`: the notice of a pause is over. `refunded`: money went back. `at_risk`, once for each notice of a cancel or pause, whose transaction `txHash` names: nodes ask more for relaying than a push without a signature pays, so the recipient has to claim with a coin of their own before the notice ends. `deposit`: the balance of a vault rose; `paid`, `closed`: it was spent from, or emptied. Of proposals: `proposed`, a signer `signed` or `declined`, `approved` by two, `rejected`, `stale` (its coins were spent otherwise), `reopened` (built anew, or short of signatures again), `executed`. `expired`: removed, since nobody funded it. `final`: no reorganisation takes back the step that `step` names any more: ten blocks stand on its own. `reverted`: the chain took back the step that `step` names (a double spend, a reorganisation); a step that comes again is told again.
             * @enum {unknown}
             */
            kind: "created" | "expired" | "funded" | "claimed" | "paused" | "settled" | "resumed" | "cancelled" | "refunded" | "completed" | "at_risk" | "deposit" | "paid" | "closed" | "proposed" | "signed" | "declined" | "approved" | "rejected" | "reopened" | "stale" | "executed" | "final" | "reverted";
            /** @description `sender` and `recipient`; `creator` and `signer`s; `proposer`; who signed or declined as `voter`. */
            parties: {
                address: string | null;
                role: string;
            }[];
            /** @enum {unknown} */
            product: "stream" | "payment" | "plan" | "airdrop" | "vault" | "proposal";
            /**
             * @description Why it was taken back.
             * @enum {string|null}
             */
            reason: "replaced" | "vanished" | null;
            record: {
                /** @description `#WEIR-BCH-000001`; null for a vault. */
                displayId: string | null;
                /** @description The record's id. */
                id: string;
                /** @description A proposal's vault, a stream's plan. */
                parentId: string | null;
            };
            /** @description The transaction that took its place. */
            replacedBy: string | null;
            /** @description The step on the chain: `fund`, `claim`, `push`, `cancel`, … */
            step: string | null;
            token: components["schemas"]["NullableToken"];
            /** @description Category of the token; null for BCH. */
            tokenCategory: string | null;
            /** @enum {unknown} */
            tokenType: "BCH" | "FUNGIBLE_TOKEN";
            txHash: string | null;
        };
        /**
         * EventFigures
         * @description The record's figures at that moment.
         */
        EventFigures: {
            /** @description What a proposal pays. Decimal BCH (whole base units for tokens). */
            amount?: number | null;
            /** @description The same amount, exactly. */
            amountBase?: string | null;
            amountDecimal?: components["schemas"]["DecimalText"];
            /** @description What lies in a vault. Decimal BCH (whole base units for tokens). */
            balance?: number | null;
            /** @description The same amount, exactly. */
            balanceBase?: string | null;
            balanceDecimal?: components["schemas"]["DecimalText"];
            /** @description Paid by a campaign so far. Decimal BCH (whole base units for tokens). */
            claimedAmount?: number | null;
            /** @description The same amount, exactly. */
            claimedAmountBase?: string | null;
            claimedAmountDecimal?: components["schemas"]["DecimalText"];
            claimedCount?: number | null;
            /** @description Unix seconds. */
            nextDue?: number | null;
            /** @description Which funding of a plan. */
            part?: number | null;
            periodsPaid?: number | null;
            /** @description What the lanes of a campaign can pay. Decimal BCH (whole base units for tokens). */
            pool?: number | null;
            /** @description The same amount, exactly. */
            poolBase?: string | null;
            poolDecimal?: components["schemas"]["DecimalText"];
            proposalKind?: string | null;
            /** @description What goes, or went, back after a cancel. Decimal BCH (whole base units for tokens). */
            refundAmount?: number | null;
            /** @description The same amount, exactly. */
            refundAmountBase?: string | null;
            refundAmountDecimal?: components["schemas"]["DecimalText"];
            refundStatus?: string | null;
            round?: number | null;
            /** @description Of the present round. */
            signatures?: number | null;
            /** @description The record's state. */
            status: string;
            /** @description Streams that this funding of a plan opens. */
            streams?: number | null;
            /** @description Of a stream, a payment or a campaign. Decimal BCH (whole base units for tokens). */
            totalAmount?: number | null;
            /** @description The same amount, exactly. */
            totalAmountBase?: string | null;
            totalAmountDecimal?: components["schemas"]["DecimalText"];
            /** @description Planned for a vault. Decimal BCH (whole base units for tokens). */
            totalDeposit?: number | null;
            /** @description The same amount, exactly. */
            totalDepositBase?: string | null;
            totalDepositDecimal?: components["schemas"]["DecimalText"];
            /** @description Paid to the recipient so far. Decimal BCH (whole base units for tokens). */
            withdrawnAmount?: number | null;
            /** @description The same amount, exactly. */
            withdrawnAmountBase?: string | null;
            withdrawnAmountDecimal?: components["schemas"]["DecimalText"];
        };
        /**
         * ExecuteResponse
         * @description The signed transaction.
         */
        ExecuteResponse: {
            message: string;
            proposal: components["schemas"]["Proposal"];
            /** @description Bytes. */
            size: number;
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
            txHash: string;
            /** @description The complete, signed transaction as hex: broadcast it. */
            txHex: string;
        };
        /**
         * FoundRecord
         * @description A record that was found.
         */
        FoundRecord: {
            /** @description Null where it has none, or none yet. */
            contract_address: string | null;
            /** @description Unix seconds. */
            created_at: number;
            /** @description Of a vault its 32 bytes, hex. */
            display_id: string;
            /** Format: uuid */
            id: string;
            /** @enum {unknown} */
            kind: "stream" | "payment" | "plan" | "airdrop" | "vault" | "proposal";
            /** @description The record's own. */
            status: string;
            /** @description Where the record is. */
            url: string;
        };
        /**
         * FundingInfoResponse
         * @description The funding, or the preparation it needs first.
         */
        FundingInfoResponse: components["schemas"]["FundingReady"] | components["schemas"]["FundingPreparation"];
        /**
         * FundingPreparation
         * @description The wallet has no output with index 0, which a new token category needs: sign and broadcast this, then ask again with its hash (`?sent=`).
         */
        FundingPreparation: {
            message: string;
            preparationTransaction: components["schemas"]["WcTransaction"];
            /** @constant */
            requiresPreparation: true;
            /** @constant */
            success: false;
        };
        /**
         * FundingReady
         * @description The funding, to be signed by the sender.
         */
        FundingReady: {
            /** @description Fee of the transaction. Decimal BCH. */
            fee: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            feeBase: string;
            feeDecimal: components["schemas"]["DecimalText"];
            fundingInfo: {
                /** @description All that is streamed. Decimal BCH (whole base units for tokens). */
                amount: number;
                /** @description The same amount, exactly, in satoshis (base units for tokens). */
                amountBase: string;
                amountDecimal: components["schemas"]["DecimalText"];
                /** @description The P2SH32 cash address of the contract. */
                contractAddress: string;
                /** @description Fee of the transaction. Decimal BCH. */
                fee: number;
                /** @description The same amount, exactly, in satoshis (base units for tokens). */
                feeBase: string;
                feeDecimal: components["schemas"]["DecimalText"];
                inputs: {
                    /** @description What the spent output holds. Decimal BCH. */
                    amount: number;
                    /** @description The same amount, exactly, in satoshis (base units for tokens). */
                    amountBase: string;
                    amountDecimal: components["schemas"]["DecimalText"];
                    txid: string;
                    vout: number;
                }[];
                outputs: {
                    /** @description What the output holds. Decimal BCH. */
                    amount: number;
                    /** @description The same amount, exactly, in satoshis (base units for tokens). */
                    amountBase: string;
                    amountDecimal: components["schemas"]["DecimalText"];
                    lockingBytecode: string;
                    /** @description The address paid; null for data. */
                    to: string | null;
                    token?: {
                        /** @description Fungible tokens, in base units. */
                        amountBase: string;
                        category: string;
                        nft?: {
                            capability: string;
                            commitment: string;
                        };
                    };
                }[];
                recipient: string;
                sender: string;
                /** @description The display id. */
                streamId: string;
                token: components["schemas"]["NullableToken"];
                /** @description Category of the token that the amounts are of; null for BCH. */
                tokenCategory: string | null;
                /** @enum {unknown} */
                tokenType: "BCH" | "FUNGIBLE_TOKEN";
            };
            inputs: {
                /** @description What the spent output holds. Decimal BCH. */
                amount: number;
                /** @description The same amount, exactly, in satoshis (base units for tokens). */
                amountBase: string;
                amountDecimal: components["schemas"]["DecimalText"];
                txid: string;
                vout: number;
            }[];
            outputs: {
                /** @description What the output holds. Decimal BCH. */
                amount: number;
                /** @description The same amount, exactly, in satoshis (base units for tokens). */
                amountBase: string;
                amountDecimal: components["schemas"]["DecimalText"];
                lockingBytecode: string;
                /** @description The address paid; null for data. */
                to: string | null;
                token?: {
                    /** @description Fungible tokens, in base units. */
                    amountBase: string;
                    category: string;
                    nft?: {
                        capability: string;
                        commitment: string;
                    };
                };
            }[];
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
            wcTransaction: components["schemas"]["WcTransaction"];
        };
        /**
         * GetAirdropResponse
         * @description A campaign and a page of its claims.
         */
        GetAirdropResponse: {
            campaign: components["schemas"]["Campaign"];
            /** @description The newest first. */
            claims: components["schemas"]["CampaignClaim"][];
            /** @description Where the next page starts; null on the last one. */
            nextCursor: string | null;
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
            /** @description Steps that were recorded and that the chain took back (a double spend, a reorganisation): the latest hundred, the oldest of them first. One that came back is among the claims again. */
            taken_back: {
                /** @description What the step had moved. Decimal BCH (whole base units for tokens). */
                amount: number;
                /** @description The same amount, exactly, in satoshis (base units for tokens). */
                amount_base: string;
                amount_decimal: components["schemas"]["DecimalText"];
                /** @description When that was noticed, Unix seconds. */
                at: number;
                /**
                 * @description Which step was taken back.
                 * @enum {unknown}
                 */
                of: "funded" | "claimed" | "closed" | "completed";
                /**
                 * @description Another transaction took its place, or no server has it any more.
                 * @enum {unknown}
                 */
                reason: "replaced" | "vanished";
                /** @description The transaction that took its place. */
                replaced_by: string | null;
                tx_hash: string;
            }[];
        };
        /**
         * GetPaymentResponse
         * @description The payment, its executions and its events.
         */
        GetPaymentResponse: {
            /** @description What happened, the oldest first; kept when the chain takes a step back. */
            events: components["schemas"]["StreamEvent"][];
            /**
             * @deprecated
             * @description The same again.
             */
            executions: components["schemas"]["PaymentExecution"][];
            /**
             * @deprecated
             * @description And again.
             */
            history: components["schemas"]["PaymentExecution"][];
            payment: components["schemas"]["PaymentDetail"];
            /** @description Every payment to the recipient. */
            payment_executions: components["schemas"]["PaymentExecution"][];
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
        };
        /**
         * GetPlanResponse
         * @description The plan and its fundings.
         */
        GetPlanResponse: {
            fundings: components["schemas"]["PlanPart"][];
            plan: components["schemas"]["Plan"];
            /** @description Only with `vaultId`: the vault funds the record, so that there is no funding of a wallet. Make this request; two signers approve the proposal, and confirm-execute activates the record. */
            proposal?: {
                body: {
                    /** Format: uuid */
                    campaignId?: string;
                    /** @enum {unknown} */
                    kind: "stream" | "payment" | "plan" | "airdrop";
                    paymentIds?: string[];
                    /** Format: uuid */
                    planId?: string;
                    streamIds?: string[];
                };
                /** @constant */
                method: "POST";
                path: string;
            };
            /** @description How many streams are in which state; states of none are left out. */
            statuses: {
                ACTIVE?: number;
                CANCELLED?: number;
                COMPLETED?: number;
                PAUSED?: number;
                /** @description Not funded yet. */
                PENDING?: number;
            };
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
        };
        /**
         * GetStreamResponse
         * @description The stream, its claims and its events.
         */
        GetStreamResponse: {
            /** @description Every payment to the recipient. */
            claims: components["schemas"]["StreamClaim"][];
            /** @description What happened, the oldest first; kept when the chain takes a step back. */
            events: components["schemas"]["StreamEvent"][];
            stream: components["schemas"]["StreamDetail"];
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
        };
        /**
         * GetTokenResponse
         * @description What is known of a token.
         */
        GetTokenResponse: {
            /** @description Transactions of the authchain after its base, as far as known. */
            authchainLength: number;
            /** @description The last transaction of the authchain that is known; null where there is none. */
            authhead: string | null;
            category: string;
            /** @description When it was looked at, Unix seconds; null where never. */
            checkedAt: number | null;
            /** @description From when on whoever names the token has it looked at again, Unix seconds. */
            freshUntil: number | null;
            /** @description Whether a look is to come: ask again in a moment. */
            pending: boolean;
            publication: components["schemas"]["NullableTokenPublication"];
            /**
             * @description `unknown`: not looked at yet, or not to its end. `absent`: the chain has no such token. `unnamed`: its issuer has published no registry. `unreadable`: they have, and nobody gives the registry with that hash, or it does not say how the token is called. `named`: all is well.
             * @enum {unknown}
             */
            status: "unknown" | "absent" | "unnamed" | "unreadable" | "named";
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
            token: components["schemas"]["NullableToken"];
        };
        /**
         * GetVaultResponse
         * @description The vault and its events.
         */
        GetVaultResponse: {
            /** @description Signatures a payment takes: 2. */
            approvalThreshold: number;
            /** @description The P2SH32 cash address of the contract. */
            contractAddress: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            creator: string;
            /** @description What was found at the address when it was last looked at. Decimal BCH. */
            currentBalance: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            currentBalanceBase: string;
            currentBalanceDecimal: components["schemas"]["DecimalText"];
            /** @description The first deposit; null while pending. */
            depositTxHash: string | null;
            description: string | null;
            /** @description What happened to its state, the oldest first; kept when the chain takes a step back. */
            events: components["schemas"]["VaultEvent"][];
            /**
             * Format: date-time
             * @description Until when it is kept without a deposit, at least; null once there is one, and where it is kept for ever.
             */
            expiresAt: string | null;
            /** Format: uuid */
            id: string;
            /** @description Private vaults are shown to their members only. */
            isPublic: boolean;
            /** @description Whether the caller is among the signers, whatever the role. */
            isSigner: boolean;
            name: string;
            /**
             * @description The caller's strongest role; everybody is `viewer` of a public vault.
             * @enum {unknown}
             */
            role: "creator" | "signer" | "viewer";
            /** @description Their public keys, in the same order. */
            signerPubkeys: string[];
            /** @description The three, in the order of the contract. */
            signers: string[];
            /**
             * @description `pending` until the first deposit is reported, `active` from then on, `closed` once two signers emptied it.
             * @enum {unknown}
             */
            state: "pending" | "active" | "closed";
            /**
             * @description `pending` until the first deposit is reported, `active` from then on, `closed` once two signers emptied it.
             * @enum {unknown}
             */
            status: "pending" | "active" | "closed";
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
            /** @description What is planned to be deposited. Decimal BCH. */
            totalDeposit: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            totalDepositBase: string;
            totalDepositDecimal: components["schemas"]["DecimalText"];
            /**
             * Format: date-time
             * @description When its record last changed.
             */
            updatedAt: string;
            /** @description 32 bytes, hex. With the signers it rebuilds the contract: its first half is the contract's nonce. */
            vaultId: string;
            /** @description Who else may see a private vault. */
            viewers: string[];
        };
        /**
         * HealthResponse
         * @description The process runs.
         */
        HealthResponse: {
            /** @constant */
            status: "ok";
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
            /** @description Since when the process runs. */
            uptimeSeconds: number;
        };
        /**
         * IndexedAirdropsResponse
         * @description A page of contracts.
         */
        IndexedAirdropsResponse: {
            /** @description The last funded first. A row is an instance. */
            airdrops: components["schemas"]["IndexedContract"][];
            /** @description Time of the vested amounts, Unix seconds. */
            asOf: number;
            /** @description Where the next page starts; null on the last one. */
            nextCursor: string | null;
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
        };
        /**
         * IndexedBalance
         * @description What all contracts hold, reserves for fees included.
         */
        IndexedBalance: {
            bch: components["schemas"]["IndexedBchAmount"];
            /** @description By category. */
            byToken: components["schemas"]["IndexedTokenAmount"][];
        };
        /**
         * IndexedBchAmount
         * @description Of BCH.
         */
        IndexedBchAmount: {
            /** @description Amount. Decimal BCH. */
            amount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            amountBase: string;
        };
        /**
         * IndexedContract
         * @description A contract at its funding outpoint, as mined blocks show it.
         */
        IndexedContract: {
            /** @description Why the record says something else, in words; null where both agree, or nothing is known of it. */
            apiDifference: string | null;
            /**
             * @description Which kind of record it is, which the chain does not tell of RECURRING streams and payments; null without a record.
             * @enum {string|null}
             */
            apiProduct: "stream" | "payment" | "airdrop" | null;
            /**
             * @description What the API has of it: `confirmed` its funding, `unconfirmed` a record that waits for the confirm call, `other` a record that follows another deployment at the address, `unknown` no record. Null where the indexer is not told where the API is, or the API's database is away.
             * @enum {string|null}
             */
            apiStatus: "confirmed" | "unconfirmed" | "other" | "unknown" | null;
            /** @description The state NFT's, hex; null once the contract has ended. */
            commitment: string | null;
            /** @description The P2SH32 cash address of the contract. */
            contractAddress: string;
            /** @description Time of that block. Unix seconds. */
            fundedAt: number;
            /** @description Height of the block that holds the funding. */
            fundedHeight: number;
            /** @description The funding. 64 hex characters. */
            fundedTxHash: string;
            /** @description The state's output in it. Hash and output name this instance. */
            fundedVout: number;
            /** @description Time of that block. Unix seconds. */
            lastAt: number;
            /** @description Height of the block that holds it. */
            lastHeight: number;
            /** @description The last transition. 64 hex characters. */
            lastTxHash: string;
            /** @description What the announcement names; of streams of a plan with `PLAN_` before it. */
            product: string;
            /** @description Cash address; null where many are. */
            recipient: string | null;
            /** @description Paid to recipients so far. Decimal BCH (whole base units for tokens). */
            releasedAmount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            releasedAmountBase: string;
            /** @description Cash address of the sender, or creator, that the announcement names: who gets back what is left. Of a plan it may be that of a script. Anybody can name them by funding; that they paid is not proven. */
            sender: string;
            /**
             * @description As the chain has it.
             * @enum {unknown}
             */
            status: "ACTIVE" | "PAUSED" | "COMPLETED" | "CANCELLED";
            /** @description What else was announced: times (Unix seconds), intervals, notice. Of a stream of a plan also `planCategory`, `planIndex`, `planGroup`, `planNonce`, `feeBoundSatoshis`, `cancelFills`. */
            terms: {
                [key: string]: JsonValue;
            };
            /** @description 64 hex characters. */
            tokenCategory: string | null;
            /** @enum {unknown} */
            tokenType: "BCH" | "FUNGIBLE_TOKEN";
            /** @description What the contract pays in all. Decimal BCH (whole base units for tokens). */
            totalAmount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            totalAmountBase: string;
            /** @description Earned by the recipient at `asOf`, under the notice of a cancel as well; of a contract that ended, what was paid. Decimal BCH (whole base units for tokens). */
            vestedAmount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            vestedAmountBase: string;
        };
        /**
         * IndexedEvent
         * @description A mined transaction of the lineage.
         */
        IndexedEvent: {
            /** @description The one it left. */
            commitment: string | null;
            /** @description `fund`, `claim`, `push`, `cancel`, `refund`, ... */
            event: string;
            /** @description Height of the block that holds it. */
            height: number;
            /** @description What the transaction is dated to. Unix seconds. */
            locktime: number;
            /** @description Paid to the recipient. Decimal BCH (whole base units for tokens). */
            paidToRecipient: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            paidToRecipientBase: string;
            /** @description Returned to the sender. Decimal BCH (whole base units for tokens). */
            paidToSender: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            paidToSenderBase: string;
            /** @description Paid to recipients up to it. Decimal BCH (whole base units for tokens). */
            releasedAmount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            releasedAmountBase: string;
            /**
             * @description As the chain has it.
             * @enum {unknown}
             */
            status: "ACTIVE" | "PAUSED" | "COMPLETED" | "CANCELLED";
            /** @description Time of that block. Unix seconds. */
            time: number;
            /** @description The transaction. 64 hex characters. */
            txHash: string;
        };
        /**
         * IndexedPaymentResponse
         * @description The first valid instance at an address.
         */
        IndexedPaymentResponse: {
            /** @description Time of the vested amounts, Unix seconds. */
            asOf: number;
            /** @description The initial one first. */
            commitmentHistory: components["schemas"]["CommitmentChange"][];
            /** @description The funding first. */
            events: components["schemas"]["IndexedEvent"][];
            /** @description Deployments somebody made at the same address later on: none of them is this one. */
            otherInstances: components["schemas"]["IndexedContract"][];
            payment: components["schemas"]["IndexedContract"];
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
        };
        /**
         * IndexedPaymentsResponse
         * @description A page of contracts.
         */
        IndexedPaymentsResponse: {
            /** @description Time of the vested amounts, Unix seconds. */
            asOf: number;
            /** @description Where the next page starts; null on the last one. */
            nextCursor: string | null;
            /** @description The last funded first. A row is an instance. */
            payments: components["schemas"]["IndexedContract"][];
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
        };
        /**
         * IndexedStreamResponse
         * @description The first valid instance at an address.
         */
        IndexedStreamResponse: {
            /** @description Time of the vested amounts, Unix seconds. */
            asOf: number;
            /** @description The initial one first. */
            commitmentHistory: components["schemas"]["CommitmentChange"][];
            /** @description The funding first. */
            events: components["schemas"]["IndexedEvent"][];
            /** @description Deployments somebody made at the same address later on: none of them is this one. */
            otherInstances: components["schemas"]["IndexedContract"][];
            stream: components["schemas"]["IndexedContract"];
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
        };
        /**
         * IndexedStreamsResponse
         * @description A page of contracts.
         */
        IndexedStreamsResponse: {
            /** @description Time of the vested amounts, Unix seconds. */
            asOf: number;
            /** @description Where the next page starts; null on the last one. */
            nextCursor: string | null;
            /** @description The last funded first. A row is an instance. */
            streams: components["schemas"]["IndexedContract"][];
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
        };
        /**
         * IndexedTokenAmount
         * @description Of one token.
         */
        IndexedTokenAmount: {
            /** @description Base units; exact below 2^53. */
            amount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            amountBase: string;
            /** @description 64 hex characters. */
            tokenCategory: string;
        };
        /**
         * IndexerAnswer
         * @description The indexer's answer, by what was asked.
         */
        IndexerAnswer: components["schemas"]["IndexedStreamsResponse"] | components["schemas"]["IndexedPaymentsResponse"] | components["schemas"]["IndexedAirdropsResponse"] | components["schemas"]["TvlResponse"] | components["schemas"]["VolumeResponse"] | components["schemas"]["IndexerStatusResponse"];
        /**
         * IndexerContractAnswer
         * @description The indexer's answer, by what was asked.
         */
        IndexerContractAnswer: components["schemas"]["IndexedStreamResponse"] | components["schemas"]["IndexedPaymentResponse"];
        /**
         * IndexerStatusResponse
         * @description How far the indexer is.
         */
        IndexerStatusResponse: {
            announcements: components["schemas"]["AnnouncementCounts"];
            /** @description Its hash. */
            blockHash: string | null;
            /** @description Highest block of which everything was read; null until a first sync is through. */
            height: number | null;
            /** @description Blocks between them; null while one of them is. */
            lag: number | null;
            /** @description The latest. */
            lastReorg: {
                /** @description Unix seconds. */
                at: number;
                /** @description Blocks taken back. */
                depth: number;
                /** @description Of the last block that stayed. */
                height: number;
            } | null;
            /** @description The chain's clock there, Unix seconds. */
            medianTimePast: number | null;
            /** @description Why the chain cannot be followed any more, and what to do; null while it is. */
            problem: string | null;
            /** @description Reorganisations seen. */
            reorgs: number;
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
            /** @description Height of the servers' tip; null while none answers. */
            tip: number | null;
            writer: components["schemas"]["IndexerWriter"];
        };
        /**
         * IndexerWriter
         * @description The indexing in this process.
         */
        IndexerWriter: {
            /** @description Scripts it subscribes to. */
            following: number;
            /** @description Scripts whose history every server hides. */
            hidden: number;
            /** @description Whether this process writes. */
            isLeader: boolean;
            /** @description Why nothing can be written at the moment. */
            paused: string | null;
        };
        /**
         * InfoResponse
         * @description What a client has to know before its first call. `chain` is null while no Electrum server answers.
         */
        InfoResponse: {
            /** @description Of that chain's addresses. */
            addressPrefix: string;
            auth: {
                /** @description For how long a bearer is good. */
                bearerSeconds: number;
                /** @description That wallets sign in to. */
                domain: string;
                /**
                 * @description `header`: a caller is named by x-user-address. `signed`: a caller is proven by a bearer.
                 * @enum {unknown}
                 */
                mode: "header" | "signed";
            };
            chain: {
                /** @description At which due amounts are computed now, Unix seconds. */
                asOf: number;
                /** @description Of the newest block. */
                hash: string;
                height: number;
                /** @description What contracts go by, Unix seconds. */
                medianTimePast: number;
                /** @description Of the newest block, as its miner says, Unix seconds. */
                time: number;
            } | null;
            features: {
                /** @description Whether /api/indexer is served. */
                indexer: boolean;
                /** @description Whether this process pushes, refunds and settles by itself when it is due. */
                watcher: boolean;
            };
            limits: {
                /** @description Most rows of a list of recipients. */
                airdropRecipients: number;
                /** @description Largest body of a route that says nothing else, bytes. */
                bodyBytes: number;
                /** @description Shortest notice of a cancel or pause. */
                minNoticeBlocks: number;
                /** @description Most rows of a page. */
                pageRows: number;
                /** @description Of one client network; null for no bound. */
                requestsPerWindow: number | null;
                /** @description Of `requestsPerWindow`. */
                windowSeconds: number;
            };
            /** @constant */
            name: "weir";
            /** @description The chain it serves. */
            network: string;
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
            /** @description Of the service. */
            version: string;
        };
        /**
         * ListActivityResponse
         * @description A page of everything there is.
         */
        ListActivityResponse: {
            /** @description The time everything time-dependent was computed at, Unix seconds: the latest locktime the chain accepts now. It follows the chain's median time and lags the clock by about an hour. */
            asOf: number;
            /** @description Where the next page starts; null on the last one. */
            nextCursor: string | null;
            stats: components["schemas"]["ActivityStats"];
            /** @description Rows of all products, the newest first. */
            streams: components["schemas"]["ActivityRow"][];
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
        };
        /**
         * ListAirdropsResponse
         * @description A page of campaigns.
         */
        ListAirdropsResponse: {
            /** @description The newest first. */
            airdrops: components["schemas"]["Campaign"][];
            /**
             * @deprecated
             * @description The same again.
             */
            campaigns: components["schemas"]["Campaign"][];
            /** @description Where the next page starts; null on the last one. */
            nextCursor: string | null;
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
            /** @description How many match, on all pages. */
            total: number;
        };
        /**
         * ListDeliveriesResponse
         * @description A page of deliveries.
         */
        ListDeliveriesResponse: {
            /** @description The newest first. */
            deliveries: components["schemas"]["WebhookDelivery"][];
            /** @description Where the next page starts; null on the last one. */
            nextCursor: string | null;
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
        };
        /**
         * ListEventsResponse
         * @description A page of events.
         */
        ListEventsResponse: {
            /** @description The oldest first. There may be none although there is more. */
            events: components["schemas"]["Event"][];
            /** @description Whether there is more already. */
            hasMore: boolean;
            /** @description Where to read on, now or later. */
            nextCursor: string;
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
        };
        /**
         * ListPaymentsResponse
         * @description A page of payments.
         */
        ListPaymentsResponse: {
            /** @description Where the next page starts; null on the last one. */
            nextCursor: string | null;
            /** @description The newest first. */
            payments: components["schemas"]["PaymentDetail"][];
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
            /** @description How many payments match, on all pages. */
            total: number;
        };
        /**
         * ListPlansResponse
         * @description A page of the caller's plans.
         */
        ListPlansResponse: {
            /** @description Where the next page starts; null on the last one. */
            nextCursor: string | null;
            /** @description The newest first. */
            plans: components["schemas"]["Plan"][];
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
            /** @description How many match, on all pages. */
            total: number;
        };
        /**
         * ListProposalsResponse
         * @description A page of a vault's proposals.
         */
        ListProposalsResponse: {
            /** @description Where the next page starts; null on the last one. */
            nextCursor: string | null;
            /** @description The newest first. */
            proposals: components["schemas"]["Proposal"][];
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
            /** @description How many there are, on all pages. */
            total: number;
        };
        /**
         * ListStreamsResponse
         * @description A page of streams.
         */
        ListStreamsResponse: {
            /** @description Where the next page starts; null on the last one. */
            nextCursor: string | null;
            /** @description The newest first. */
            streams: components["schemas"]["StreamDetail"][];
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
            /** @description How many streams match, on all pages. */
            total: number;
        };
        /**
         * ListVaultsResponse
         * @description Vaults the caller may see, the newest first, by role.
         */
        ListVaultsResponse: {
            /** @description All the caller may see, each once; also private ones the caller was let see. */
            all: components["schemas"]["Vault"][];
            /** @description Those the caller created. */
            created: components["schemas"]["Vault"][];
            /** @description Where the next page of `all` starts; null on the last one. */
            nextCursor: string | null;
            /** @description Public ones. */
            public: components["schemas"]["Vault"][];
            /** @description Those the caller signs for, created ones among them. */
            signerIn: components["schemas"]["Vault"][];
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
        };
        /**
         * ListWebhooksResponse
         * @description The caller's webhooks.
         */
        ListWebhooksResponse: {
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
            webhooks: components["schemas"]["Webhook"][];
        };
        /**
         * MovePlanResponse
         * @description The transaction, to be signed once by the sender.
         */
        MovePlanResponse: {
            /** @description The time everything time-dependent was computed at, Unix seconds: the latest locktime the chain accepts now. It follows the chain's median time and lags the clock by about an hour. */
            asOf: number;
            /** @description Blocks until the refund of a cancel, or the settling of a pause, which the service sends by itself. */
            availableAfterBlocks: number;
            /** @description Satoshis. */
            feeBase: string;
            /** @description What the streams hold then: of a cancel, what returns after the notice if nobody pushes. Decimal BCH (whole base units for tokens). */
            leftAmount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            leftAmountBase: string;
            leftAmountDecimal: components["schemas"]["DecimalText"];
            /** @description What it does not move, and why. */
            leftOut: {
                /** @enum {unknown} */
                code: "NOT_FOUND" | "NOT_FUNDED" | "STATE_MOVED" | "NOT_CANCELABLE" | "NOT_PAUSABLE" | "NOTICE_NOT_OVER" | "WRONG_STATE";
                /** Format: uuid */
                id: string;
                reason: string;
            }[];
            /** @description What all recipients are paid by it. Decimal BCH (whole base units for tokens). */
            paidAmount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            paidAmountBase: string;
            paidAmountDecimal: components["schemas"]["DecimalText"];
            /** @description Bytes. */
            size: number;
            /** @description What the transaction moves, in its order. */
            streams: {
                /** Format: uuid */
                id: string;
                /** @description What the stream holds then. Decimal BCH (whole base units for tokens). */
                leftAmount: number;
                /** @description The same amount, exactly, in satoshis (base units for tokens). */
                leftAmountBase: string;
                leftAmountDecimal: components["schemas"]["DecimalText"];
                /** @description What the recipient is paid by it. Decimal BCH (whole base units for tokens). */
                paidAmount: number;
                /** @description The same amount, exactly, in satoshis (base units for tokens). */
                paidAmountBase: string;
                paidAmountDecimal: components["schemas"]["DecimalText"];
                /** @description The output that holds the stream, `hash:index`, as the transaction spends it. */
                state: string;
                stream_id: string;
            }[];
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
            token: components["schemas"]["NullableToken"];
            /** @description Category of the token that the amounts are of; null for BCH. */
            tokenCategory: string | null;
            wcTransaction: components["schemas"]["WcTransaction"];
        };
        /** MovePlanStreams */
        MovePlanStreams: {
            /** @description `id` and `state` of the `streams` of the answer before, where its transaction was refused: whichever has moved since is left out, and named. */
            previous?: {
                /** Format: uuid */
                id: string;
                /** @description The output that holds the stream, `hash:index`, as the transaction spends it. */
                state: string;
            }[];
            /** @description The `id`s of the streams: 55 to 90 at most, by what the plan is made of. */
            streamIds: string[];
        };
        /**
         * NonceResponse
         * @description A message for the wallet to sign.
         */
        NonceResponse: {
            /** @description Until when it can be used, Unix seconds: five minutes from now. */
            expiresAt: number;
            /** @description To be signed as it stands. Names domain, address, network, nonce and expiry; under 253 bytes. */
            message: string;
            /**
             * Format: uuid
             * @description Names the message in the next call.
             */
            nonceId: string;
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
        };
        /**
         * NullableOnchain
         * @description As the indexer sees it in mined blocks; null while it does not know it, or does not answer. Only where the API is connected to one.
         */
        NullableOnchain: {
            /** @description Unix seconds. */
            asOf: number;
            /** @description Hex; null once the contract has ended. */
            commitment: string | null;
            /** @description Of the block with its last transaction. */
            height: number;
            /** @description Paid to the recipient. Decimal BCH (whole base units for tokens). */
            releasedAmount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            releasedAmountBase: string;
            releasedAmountDecimal: components["schemas"]["DecimalText"];
            /** @description Vested at `asOf`. Decimal BCH (whole base units for tokens). */
            vestedAmount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            vestedAmountBase: string;
            vestedAmountDecimal: components["schemas"]["DecimalText"];
        } | null;
        /**
         * NullablePaymentPause
         * @description The pause of a payment; null unless it is PAUSED.
         */
        NullablePaymentPause: {
            /** @description First block that may settle it; null until the pause is mined, and once it is settled. */
            availableAtHeight: number | null;
            /** @description Whether its notice is over: only then can the payment be resumed. */
            settled: boolean;
        } | null;
        /**
         * NullableStreamRefund
         * @description The refund of a cancelled stream; null for any other.
         */
        NullableStreamRefund: {
            /** @description What the refund returns to the sender; while `pending`, if nobody pushes any more. Decimal BCH (whole base units for tokens). */
            amount: number;
            /**
             * @deprecated
             * @description The same again, as it was called at first.
             */
            amount_base: string;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            amountBase: string;
            amountDecimal: components["schemas"]["DecimalText"];
            /** @description First block that may hold the refund; null until the cancel is mined. */
            availableAtHeight: number | null;
            /**
             * @description `pending` until the notice is over and the refund is broadcast.
             * @enum {unknown}
             */
            status: "pending" | "sent" | "confirmed";
            /** @description Hash of the refund, once sent. */
            txHash: string | null;
        } | null;
        /**
         * NullableToken
         * @description The issuer's words for a token, by its metadata registry (CHIP-BCMR); null for BCH, for a token without, and while it is not known yet.
         */
        NullableToken: {
            /** @description Digits after the decimal separator. */
            decimals: number | null;
            /** @description Plain text, at most 280 characters. */
            description: string | null;
            /** @description `https:`, `ipfs:` or an image as `data:`, at most 512 characters; from a stranger. */
            icon: string | null;
            /** @description Plain text, at most 80 characters. */
            name: string | null;
            /** @description Capital letters, digits and dashes. Unique in nothing. */
            symbol: string | null;
            /** @description Whether the token's authchain vouches for it: its last published registry has the published hash, as of the last look. False for what an earlier registry said, while the present one cannot be read. */
            verified: boolean;
        } | null;
        /**
         * NullableTokenPublication
         * @description The last publication of a registry on the authchain; null where there is none.
         */
        NullableTokenPublication: {
            /** @description SHA-256, hex; null where the publication is malformed. */
            registryHash: string | null;
            txHash: string;
            /** @description Where it says that the registry is. From a stranger. */
            uris: string[];
        } | null;
        /**
         * NullableVaultStateNft
         * @description The vault's state on the chain; null before the first deposit and after a close.
         */
        NullableVaultStateNft: {
            /** @description The state as hex. */
            commitment: string;
            /** @description Spends so far. */
            spends: number;
            tokenCategory: string;
            txid: string;
            vout: number;
        } | null;
        /**
         * NullableWcTransaction
         * @description An unsigned transaction for `bch_signTransaction`, in the encoding asked for by `?encoding`.
         */
        NullableWcTransaction: {
            /** @description Whether the wallet is asked to broadcast it. */
            broadcast: boolean;
            /** @description What each input spends, in the order of the inputs. */
            sourceOutputs: {
                contract?: components["schemas"]["SourceContract"];
                /** @description What the output is locked by. Bytes. */
                lockingBytecode: string;
                /** @description Index of that output. */
                outpointIndex: number;
                /** @description Hash of the transaction whose output is spent. Bytes. */
                outpointTransactionHash: string;
                sequenceNumber: number;
                token?: components["schemas"]["SourceToken"];
                /** @description Empty where the wallet signs; for contract inputs, with placeholders where a signature or key goes. Bytes. */
                unlockingBytecode: string;
                /** @description Satoshis the output holds. */
                valueSatoshis: string;
            }[];
            /** @description The unsigned transaction as hex. */
            transaction: string;
            /** @description What the wallet shows the user. */
            userPrompt: string;
        } | null;
        /**
         * PausePaymentResponse
         * @description The pause, to be signed by the sender.
         */
        PausePaymentResponse: {
            /** @description The time everything time-dependent was computed at, Unix seconds: the latest locktime the chain accepts now. It follows the chain's median time and lags the clock by about an hour. */
            asOf: number;
            /** @description What is due, which this pays the recipient. Decimal BCH (whole base units for tokens). */
            dueAmount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            dueAmountBase: string;
            dueAmountDecimal: components["schemas"]["DecimalText"];
            /** @description How many periods that is. */
            intervalsDue: number;
            /** @description Blocks between the pause and its settling, which the service sends by itself. Until then periods go on falling due, which the service pushes. */
            settlesAfterBlocks: number;
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
            token: components["schemas"]["NullableToken"];
            /** @description Category of the token that the amounts are of; null for BCH. */
            tokenCategory: string | null;
            wcTransaction: components["schemas"]["WcTransaction"];
        };
        /**
         * Payment
         * @description A recurring payment.
         */
        Payment: {
            /** @description When the funding was confirmed here, Unix seconds. */
            activated_at: number | null;
            /** @description What each period pays. Decimal BCH (whole base units for tokens). */
            amount_per_period: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            amount_per_period_base: string;
            amount_per_period_decimal: components["schemas"]["DecimalText"];
            /** @description The time everything time-dependent was computed at, Unix seconds: the latest locktime the chain accepts now. It follows the chain's median time and lags the clock by about an hour. */
            as_of: number;
            /** @description Blocks between a cancel and its refund, and between a pause and its settling. */
            cancel_notice_blocks: number;
            /** @description Whether the sender may cancel. */
            cancelable: boolean;
            /** @description What is due at `as_of`. Decimal BCH (whole base units for tokens). */
            claimable_amount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            claimable_amount_base: string;
            claimable_amount_decimal: components["schemas"]["DecimalText"];
            /** @description The P2SH32 cash address of the contract. */
            contract_address: string;
            /** @description Unix seconds. */
            created_at: number;
            /** @description No period falls due after it. Unix seconds, 500000000 to 4294967295. */
            end_date: number | null;
            /** @description Unix seconds until which the record is kept without funding, at least; null once it is funded, and where it is kept for ever. */
            expires_at: number | null;
            /** @description Whether the confirmed funding spent a coin of the named sender's address: false where others paid and named them. Null while PENDING, and where it is not known. */
            funded_by_sender: boolean | null;
            /** @description Hash of the confirmed funding. */
            funding_tx_hash: string | null;
            /** Format: uuid */
            id: string;
            /**
             * @description `DAILY` 86400 seconds, `WEEKLY` 604800, `BIWEEKLY` 1209600, `MONTHLY` 2592000, `YEARLY` 31536000.
             * @enum {unknown}
             */
            interval: "DAILY" | "WEEKLY" | "BIWEEKLY" | "MONTHLY" | "YEARLY";
            /** @description Seconds of an interval. */
            interval_seconds: number;
            /** @description The same again. */
            intervalSeconds: number;
            /** @description When the next period falls due, Unix seconds; null while paused, and once it is cancelled or complete. */
            next_payment_date: number | null;
            /** @description The same again. */
            nextPaymentDate: number | null;
            /** @description The contract's state as hex, as last recorded; null once the contract has ended. */
            nft_commitment: string | null;
            /** @description Whether the sender may pause. */
            pausable: boolean;
            pause: components["schemas"]["NullablePaymentPause"];
            /** @description Periods paid. */
            payment_count: number;
            /** @description The display id. */
            payment_id: string;
            /** @description Periods due at `as_of`. */
            periods_due: number;
            /** @description Periods the funding pays for: 12, or fewer up to the end. */
            periods_funded: number;
            /** @description Who receives it. A cash address of the configured network, of a key or of a script (a vault, a multisig); the prefix may be left out. */
            recipient: string;
            /** @description The sender's name for the recipient. */
            recipient_name: string | null;
            refund: components["schemas"]["NullableStreamRefund"];
            /** @description The named sender: who may pause and cancel, and gets back what is left. Anybody can name them by funding; whether they paid, `funded_by_sender` says. A cash address of the configured network, of a key or of a script (a vault, a multisig); the prefix may be left out. */
            sender: string;
            /** @description Of a PAUSED payment: whether the notice of the pause is over; null for any other. */
            settled: boolean | null;
            /** @description When the first period falls due. Unix seconds, 500000000 to 4294967295. */
            start_date: number;
            /**
             * @description `PENDING` until its funding is confirmed, `ACTIVE` while periods fall due, `PAUSED` from a pause to a resume, `COMPLETED` when all funded periods are paid, `CANCELLED` by the sender.
             * @enum {unknown}
             */
            status: "PENDING" | "ACTIVE" | "PAUSED" | "COMPLETED" | "CANCELLED";
            token: components["schemas"]["NullableToken"];
            /** @description Category of the token; null for BCH. */
            token_category: string | null;
            /** @enum {unknown} */
            token_type: "BCH" | "FUNGIBLE_TOKEN";
            /** @description What all funded periods pay. Decimal BCH (whole base units for tokens). */
            total_amount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            total_amount_base: string;
            total_amount_decimal: components["schemas"]["DecimalText"];
            /** @description What the recipient has been paid. Decimal BCH (whole base units for tokens). */
            total_paid: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            total_paid_base: string;
            total_paid_decimal: components["schemas"]["DecimalText"];
            /** @description Unix seconds. */
            updated_at: number;
            /** @description The vault it is linked to; of a private one, shown to its members alone. */
            vault_id: string | null;
        };
        /**
         * PaymentClaimResponse
         * @description The claim of all due periods: to be signed by the recipient, or complete where the contract pays for it.
         */
        PaymentClaimResponse: {
            /** @description The time everything time-dependent was computed at, Unix seconds: the latest locktime the chain accepts now. It follows the chain's median time and lags the clock by about an hour. */
            asOf: number;
            /** @description What is due now. Decimal BCH (whole base units for tokens). */
            claimableAmount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            claimableAmountBase: string;
            claimableAmountDecimal: components["schemas"]["DecimalText"];
            /** @description How many periods that is. */
            intervalsClaimable: number;
            /** @description Whether the recipient's wallet has something to sign. False where the contract pays the fee: then `wcTransaction` is complete, and so is `txHex`. A wallet may pass it through; without one, post `txHex` to `/api/transactions/broadcast`, or claim with `broadcast: true`. */
            signatureRequired: boolean;
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
            token: components["schemas"]["NullableToken"];
            /** @description Category of the token that the amounts are of; null for BCH. */
            tokenCategory: string | null;
            /** @description Hash of the claim where `broadcast` sent it; else null. Confirm it as any other. */
            txHash: string | null;
            /** @description The complete claim where nothing is to be signed, hex; else null. */
            txHex: string | null;
            wcTransaction: components["schemas"]["WcTransaction"];
        };
        /**
         * PaymentConfirmResponse
         * @description The transaction is on the chain and recorded.
         */
        PaymentConfirmResponse: {
            /** @description Blocks on the transaction, 0 in the mempool. */
            confirmations: number;
            execution?: components["schemas"]["PaymentExecution"];
            /**
             * @description `final` from 10 blocks on.
             * @enum {unknown}
             */
            finality: "mempool" | "mined" | "final";
            message: string;
            payment: components["schemas"]["Payment"];
            /**
             * @description That this service has verified and recorded it; how deep it stands on the chain, `finality` says.
             * @constant
             */
            state: "confirmed";
            /**
             * @description `PENDING` until its funding is confirmed, `ACTIVE` while periods fall due, `PAUSED` from a pause to a resume, `COMPLETED` when all funded periods are paid, `CANCELLED` by the sender.
             * @enum {unknown}
             */
            status: "PENDING" | "ACTIVE" | "PAUSED" | "COMPLETED" | "CANCELLED";
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
            txHash: string;
        };
        /**
         * PaymentDetail
         * @description A payment, beside what the indexer sees of it.
         */
        PaymentDetail: {
            /** @description When the funding was confirmed here, Unix seconds. */
            activated_at: number | null;
            /** @description What each period pays. Decimal BCH (whole base units for tokens). */
            amount_per_period: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            amount_per_period_base: string;
            amount_per_period_decimal: components["schemas"]["DecimalText"];
            /** @description The time everything time-dependent was computed at, Unix seconds: the latest locktime the chain accepts now. It follows the chain's median time and lags the clock by about an hour. */
            as_of: number;
            /** @description Blocks between a cancel and its refund, and between a pause and its settling. */
            cancel_notice_blocks: number;
            /** @description Whether the sender may cancel. */
            cancelable: boolean;
            /** @description What is due at `as_of`. Decimal BCH (whole base units for tokens). */
            claimable_amount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            claimable_amount_base: string;
            claimable_amount_decimal: components["schemas"]["DecimalText"];
            /** @description The P2SH32 cash address of the contract. */
            contract_address: string;
            /** @description Unix seconds. */
            created_at: number;
            /** @description No period falls due after it. Unix seconds, 500000000 to 4294967295. */
            end_date: number | null;
            /** @description Unix seconds until which the record is kept without funding, at least; null once it is funded, and where it is kept for ever. */
            expires_at: number | null;
            /** @description Whether the confirmed funding spent a coin of the named sender's address: false where others paid and named them. Null while PENDING, and where it is not known. */
            funded_by_sender: boolean | null;
            /** @description Hash of the confirmed funding. */
            funding_tx_hash: string | null;
            /** Format: uuid */
            id: string;
            /**
             * @description `DAILY` 86400 seconds, `WEEKLY` 604800, `BIWEEKLY` 1209600, `MONTHLY` 2592000, `YEARLY` 31536000.
             * @enum {unknown}
             */
            interval: "DAILY" | "WEEKLY" | "BIWEEKLY" | "MONTHLY" | "YEARLY";
            /** @description Seconds of an interval. */
            interval_seconds: number;
            /** @description The same again. */
            intervalSeconds: number;
            /** @description When the next period falls due, Unix seconds; null while paused, and once it is cancelled or complete. */
            next_payment_date: number | null;
            /** @description The same again. */
            nextPaymentDate: number | null;
            /** @description The contract's state as hex, as last recorded; null once the contract has ended. */
            nft_commitment: string | null;
            onchain?: components["schemas"]["NullableOnchain"];
            /** @description Whether the sender may pause. */
            pausable: boolean;
            pause: components["schemas"]["NullablePaymentPause"];
            /** @description Periods paid. */
            payment_count: number;
            /** @description The display id. */
            payment_id: string;
            /** @description Periods due at `as_of`. */
            periods_due: number;
            /** @description Periods the funding pays for: 12, or fewer up to the end. */
            periods_funded: number;
            /** @description Who receives it. A cash address of the configured network, of a key or of a script (a vault, a multisig); the prefix may be left out. */
            recipient: string;
            /** @description The sender's name for the recipient. */
            recipient_name: string | null;
            refund: components["schemas"]["NullableStreamRefund"];
            /** @description The named sender: who may pause and cancel, and gets back what is left. Anybody can name them by funding; whether they paid, `funded_by_sender` says. A cash address of the configured network, of a key or of a script (a vault, a multisig); the prefix may be left out. */
            sender: string;
            /** @description Of a PAUSED payment: whether the notice of the pause is over; null for any other. */
            settled: boolean | null;
            /** @description When the first period falls due. Unix seconds, 500000000 to 4294967295. */
            start_date: number;
            /**
             * @description `PENDING` until its funding is confirmed, `ACTIVE` while periods fall due, `PAUSED` from a pause to a resume, `COMPLETED` when all funded periods are paid, `CANCELLED` by the sender.
             * @enum {unknown}
             */
            status: "PENDING" | "ACTIVE" | "PAUSED" | "COMPLETED" | "CANCELLED";
            token: components["schemas"]["NullableToken"];
            /** @description Category of the token; null for BCH. */
            token_category: string | null;
            /** @enum {unknown} */
            token_type: "BCH" | "FUNGIBLE_TOKEN";
            /** @description What all funded periods pay. Decimal BCH (whole base units for tokens). */
            total_amount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            total_amount_base: string;
            total_amount_decimal: components["schemas"]["DecimalText"];
            /** @description What the recipient has been paid. Decimal BCH (whole base units for tokens). */
            total_paid: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            total_paid_base: string;
            total_paid_decimal: components["schemas"]["DecimalText"];
            /** @description Unix seconds. */
            updated_at: number;
            /** @description The vault it is linked to; of a private one, shown to its members alone. */
            vault_id: string | null;
        };
        /**
         * PaymentExecution
         * @description Periods paid to the recipient by one transaction.
         */
        PaymentExecution: {
            /** @description What was paid. Decimal BCH (whole base units for tokens). */
            amount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            amount_base: string;
            amount_decimal: components["schemas"]["DecimalText"];
            /** Format: uuid */
            id: string;
            /** @description Periods it paid. */
            intervals: number;
            /** @description When it was recorded, Unix seconds. */
            paid_at: number;
            /**
             * Format: uuid
             * @description The payment's `id`.
             */
            payment_id: string;
            /**
             * @description `confirm`: reported by confirm-claim; `chain`: found on the chain (pushes, pauses, cancels, claims never confirmed here).
             * @enum {unknown}
             */
            source: "confirm" | "chain";
            tx_hash: string;
        };
        /**
         * PaymentFundingReady
         * @description The funding of a payment, to be signed by the sender.
         */
        PaymentFundingReady: {
            /** @description Fee of the transaction. Decimal BCH. */
            fee: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            feeBase: string;
            feeDecimal: components["schemas"]["DecimalText"];
            fundingInfo: {
                /** @description All that is streamed. Decimal BCH (whole base units for tokens). */
                amount: number;
                /** @description The same amount, exactly, in satoshis (base units for tokens). */
                amountBase: string;
                amountDecimal: components["schemas"]["DecimalText"];
                /** @description The P2SH32 cash address of the contract. */
                contractAddress: string;
                /** @description Fee of the transaction. Decimal BCH. */
                fee: number;
                /** @description The same amount, exactly, in satoshis (base units for tokens). */
                feeBase: string;
                feeDecimal: components["schemas"]["DecimalText"];
                inputs: {
                    /** @description What the spent output holds. Decimal BCH. */
                    amount: number;
                    /** @description The same amount, exactly, in satoshis (base units for tokens). */
                    amountBase: string;
                    amountDecimal: components["schemas"]["DecimalText"];
                    txid: string;
                    vout: number;
                }[];
                outputs: {
                    /** @description What the output holds. Decimal BCH. */
                    amount: number;
                    /** @description The same amount, exactly, in satoshis (base units for tokens). */
                    amountBase: string;
                    amountDecimal: components["schemas"]["DecimalText"];
                    lockingBytecode: string;
                    /** @description The address paid; null for data. */
                    to: string | null;
                    token?: {
                        /** @description Fungible tokens, in base units. */
                        amountBase: string;
                        category: string;
                        nft?: {
                            capability: string;
                            commitment: string;
                        };
                    };
                }[];
                /** @description The display id. */
                paymentId: string;
                /** @description Periods it pays for. */
                periods: number;
                recipient: string;
                sender: string;
                token: components["schemas"]["NullableToken"];
                /** @description Category of the token that the amounts are of; null for BCH. */
                tokenCategory: string | null;
                /** @enum {unknown} */
                tokenType: "BCH" | "FUNGIBLE_TOKEN";
            };
            inputs: {
                /** @description What the spent output holds. Decimal BCH. */
                amount: number;
                /** @description The same amount, exactly, in satoshis (base units for tokens). */
                amountBase: string;
                amountDecimal: components["schemas"]["DecimalText"];
                txid: string;
                vout: number;
            }[];
            outputs: {
                /** @description What the output holds. Decimal BCH. */
                amount: number;
                /** @description The same amount, exactly, in satoshis (base units for tokens). */
                amountBase: string;
                amountDecimal: components["schemas"]["DecimalText"];
                lockingBytecode: string;
                /** @description The address paid; null for data. */
                to: string | null;
                token?: {
                    /** @description Fungible tokens, in base units. */
                    amountBase: string;
                    category: string;
                    nft?: {
                        capability: string;
                        commitment: string;
                    };
                };
            }[];
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
            wcTransaction: components["schemas"]["WcTransaction"];
        };
        /**
         * PaymentFundingResponse
         * @description The funding, or the preparation it needs first.
         */
        PaymentFundingResponse: components["schemas"]["PaymentFundingReady"] | components["schemas"]["FundingPreparation"];
        /**
         * PaymentRefundResponse
         * @description The refund that was sent.
         */
        PaymentRefundResponse: {
            /** @description What it returns to the sender. Decimal BCH (whole base units for tokens). */
            amount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            amountBase: string;
            amountDecimal: components["schemas"]["DecimalText"];
            message: string;
            payment: components["schemas"]["Payment"];
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
            /** @description Hash of the refund. */
            txHash: string;
        };
        /** Plan */
        Plan: {
            /** @description Payments that a cancel leaves paid for. */
            cancel_fills: number;
            cancel_notice_blocks: number;
            cancelable: boolean;
            created_at: number;
            /** @description The sender's words, shown to nobody else. */
            description: string | null;
            /** @description Until when it is kept without any funding; null for ever. Unix seconds. */
            expires_at: number | null;
            /** @description Satoshis that one payment may take of a stream's reserve. */
            fee_bound: number;
            /** Format: uuid */
            id: string;
            /** @description Fundings that it takes; to others than the sender, those that are there. */
            parts: number;
            parts_funded: number;
            /** @description Of salaries. */
            pausable: boolean;
            /** @description The display id. */
            plan_id: string;
            /**
             * @description `vesting`: grants, which become streams. `recurring`: salaries, which become payments.
             * @enum {unknown}
             */
            product: "vesting" | "recurring";
            sender: string;
            /**
             * @description `PENDING` until a funding is confirmed; a plan is `ACTIVE` once any of its parts is.
             * @enum {unknown}
             */
            status: "PENDING" | "ACTIVE";
            /** @description How many there are; to others than the sender, how many are funded. */
            streams: number;
            token: components["schemas"]["NullableToken"];
            /** @description Category of the token; null for BCH. */
            token_category: string | null;
            /** @enum {unknown} */
            token_type: "BCH" | "FUNGIBLE_TOKEN";
            /** @description What they hold together. Decimal BCH (whole base units for tokens). */
            total_amount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            total_amount_base: string;
            total_amount_decimal: components["schemas"]["DecimalText"];
            updated_at: number;
            /** @description The vault that funds it; null to others than its members. */
            vault_id: string | null;
        };
        /** PlanCosts */
        PlanCosts: {
            /** @description What the streams hold together. Decimal BCH (whole base units for tokens). */
            amount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            amount_base: string;
            amount_decimal: components["schemas"]["DecimalText"];
            bytes: number;
            /** @description Of all fundings, as nodes ask now. Satoshis. */
            fee: string;
            /** @description One for each transaction to sign. */
            fundings: {
                /** @description What its streams hold. Decimal BCH (whole base units for tokens). */
                amount: number;
                /** @description The same amount, exactly, in satoshis (base units for tokens). */
                amount_base: string;
                amount_decimal: components["schemas"]["DecimalText"];
                /** @description What the plan is found by. Satoshis. */
                beacon: string;
                bytes: number;
                /** @description Beside the tokens of each stream; returned at its end. Satoshis. */
                companions: string;
                /** @description With as few coins as there can be. Satoshis. */
                fee: string;
                /** @description What each recipient gets at once, which shows their address and pays a first claim. Satoshis. */
                notes: string;
                part: number;
                /** @description For the fees of payments; what is not used returns to the sender. Satoshis. */
                reserves: string;
                /** @description All of these, and of BCH the amount. Satoshis. */
                satoshis: string;
                streams: number;
            }[];
            /** @description All that leaves the wallet, fees and, of BCH, the amount among it. Satoshis. */
            satoshis: string;
        };
        /**
         * PlanFundingPreparation
         * @description The wallet has no output with index 0, which a new token category needs, or too many coins: sign and broadcast this, then ask again with its hash (`?sent=`).
         */
        PlanFundingPreparation: {
            message: string;
            part: number;
            preparationTransaction: components["schemas"]["WcTransaction"];
            /** @constant */
            requiresPreparation: true;
            /** @constant */
            success: false;
        };
        /**
         * PlanFundingReady
         * @description The next funding, to be signed by the sender.
         */
        PlanFundingReady: {
            /** @description Fee of the transaction. Decimal BCH. */
            fee: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            feeBase: string;
            feeDecimal: components["schemas"]["DecimalText"];
            fundingInfo: {
                /** @description What they hold together. Decimal BCH (whole base units for tokens). */
                amount: number;
                /** @description The same amount, exactly, in satoshis (base units for tokens). */
                amountBase: string;
                amountDecimal: components["schemas"]["DecimalText"];
                /** @description Fee of the transaction. Decimal BCH. */
                fee: number;
                /** @description The same amount, exactly, in satoshis (base units for tokens). */
                feeBase: string;
                feeDecimal: components["schemas"]["DecimalText"];
                inputs: {
                    /** @description What the spent output holds. Decimal BCH. */
                    amount: number;
                    /** @description The same amount, exactly, in satoshis (base units for tokens). */
                    amountBase: string;
                    amountDecimal: components["schemas"]["DecimalText"];
                    txid: string;
                    vout: number;
                }[];
                outputs: {
                    /** @description What the output holds. Decimal BCH. */
                    amount: number;
                    /** @description The same amount, exactly, in satoshis (base units for tokens). */
                    amountBase: string;
                    amountDecimal: components["schemas"]["DecimalText"];
                    lockingBytecode: string;
                    /** @description The address paid; null for data. */
                    to: string | null;
                    token?: {
                        /** @description Fungible tokens, in base units. */
                        amountBase: string;
                        category: string;
                        nft?: {
                            capability: string;
                            commitment: string;
                        };
                    };
                }[];
                /** @description Which part this funds, from 1. */
                part: number;
                /** @description How many there are. */
                parts: number;
                /** @description The display id. */
                planId: string;
                /** @description Bytes. */
                size: number;
                /** @description How many streams it opens. */
                streams: number;
                token: components["schemas"]["NullableToken"];
                /** @description Category of the token that the amounts are of; null for BCH. */
                tokenCategory: string | null;
            };
            inputs: {
                /** @description What the spent output holds. Decimal BCH. */
                amount: number;
                /** @description The same amount, exactly, in satoshis (base units for tokens). */
                amountBase: string;
                amountDecimal: components["schemas"]["DecimalText"];
                txid: string;
                vout: number;
            }[];
            outputs: {
                /** @description What the output holds. Decimal BCH. */
                amount: number;
                /** @description The same amount, exactly, in satoshis (base units for tokens). */
                amountBase: string;
                amountDecimal: components["schemas"]["DecimalText"];
                lockingBytecode: string;
                /** @description The address paid; null for data. */
                to: string | null;
                token?: {
                    /** @description Fungible tokens, in base units. */
                    amountBase: string;
                    category: string;
                    nft?: {
                        capability: string;
                        commitment: string;
                    };
                };
            }[];
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
            wcTransaction: components["schemas"]["WcTransaction"];
        };
        /**
         * PlanFundingResponse
         * @description The funding, or the preparation it needs first.
         */
        PlanFundingResponse: components["schemas"]["PlanFundingReady"] | components["schemas"]["PlanFundingPreparation"];
        /**
         * PlanListedResponse
         * @description The stored plan and what its fundings cost.
         */
        PlanListedResponse: {
            costs: components["schemas"]["PlanCosts"];
            /** @description One for each transaction that it takes. */
            fundings: components["schemas"]["PlanPart"][];
            plan: components["schemas"]["Plan"];
            /** @description Only with `vaultId`: the vault funds the record, so that there is no funding of a wallet. Make this request; two signers approve the proposal, and confirm-execute activates the record. */
            proposal?: {
                body: {
                    /** Format: uuid */
                    campaignId?: string;
                    /** @enum {unknown} */
                    kind: "stream" | "payment" | "plan" | "airdrop";
                    paymentIds?: string[];
                    /** Format: uuid */
                    planId?: string;
                    streamIds?: string[];
                };
                /** @constant */
                method: "POST";
                path: string;
            };
            /** @description How many streams are in which state; states of none are left out. */
            statuses: {
                ACTIVE?: number;
                CANCELLED?: number;
                COMPLETED?: number;
                PAUSED?: number;
                /** @description Not funded yet. */
                PENDING?: number;
            };
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
        };
        /** PlanPart */
        PlanPart: {
            /** @description The category that it made. */
            category: string | null;
            funding_tx_hash: string | null;
            /** @description From 1. */
            part: number;
            /**
             * @description `PENDING` until a funding is confirmed; a plan is `ACTIVE` once any of its parts is.
             * @enum {unknown}
             */
            status: "PENDING" | "ACTIVE";
            streams: number;
        };
        /**
         * PlanPreviewResponse
         * @description What a creation would come to.
         */
        PlanPreviewResponse: {
            costs: components["schemas"]["PlanCosts"];
            plan: {
                /** @description Payments that a cancel leaves paid for. */
                cancel_fills: number;
                cancel_notice_blocks: number;
                cancelable: boolean;
                /** @description Satoshis that one payment may take of a stream's reserve. */
                fee_bound: number;
                /** @description Of salaries. */
                pausable: boolean;
                /**
                 * @description `vesting`: grants, which become streams. `recurring`: salaries, which become payments.
                 * @enum {unknown}
                 */
                product: "vesting" | "recurring";
                sender: string;
                token: components["schemas"]["NullableToken"];
                /** @description Category of the token; null for BCH. */
                token_category: string | null;
                /** @enum {unknown} */
                token_type: "BCH" | "FUNGIBLE_TOKEN";
            };
            /** @description Every stream in the order of its index, with its schedule. */
            streams: components["schemas"]["PlanRowPreview"][];
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
        };
        /**
         * PlanRecipients
         * @description A list of recipients: one of `csv` and `streams`.
         */
        PlanRecipients: {
            /** @description Lines of `address,amount,start,end,cliff,step,label`. */
            csv?: string;
            streams?: components["schemas"]["PlanRow"][];
        };
        /** PlanRow */
        PlanRow: {
            /** @description All of it; of salaries what each pays. Of BCH at least 0.00000576. A JSON number or a decimal string: of BCH with at most 8 decimals, at least 0.00000546; of a token in whole base units, 1 to 9223372036854775807, beyond 9007199254740991 as a string. */
            amount: number | string;
            /** @description Nothing vests before it, within start and end; 0 or null for none. Unix seconds, 500000000 to 4294967295. */
            cliff?: number | null;
            /** @description When all has vested, default 365 days after the start; of salaries the time after which none falls due, default 12 of them. Unix seconds, 500000000 to 4294967295. */
            end?: number | null;
            /**
             * @description Of salaries, required there for the row or the plan.
             * @enum {string|null}
             */
            interval?: "DAILY" | "WEEKLY" | "BIWEEKLY" | "MONTHLY" | "YEARLY" | null;
            /** @description The sender's own word for it, shown to nobody else. */
            label?: string | null;
            /** @description Who receives it: a cash address of any standard kind, P2PKH or P2SH, so a vault too. */
            recipient: string;
            shape?: components["schemas"]["PlanShape"] | null;
            /** @description When vesting starts, or the first salary falls due; default now. Unix seconds, 500000000 to 4294967295. */
            start?: number | null;
            /** @description Seconds of a step, at whose end it vests; 0 or null: by the second. */
            step?: number | null;
        };
        /** PlanRowPreview */
        PlanRowPreview: {
            /** @description All of it. Decimal BCH (whole base units for tokens). */
            amount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            amount_base: string;
            amount_decimal: components["schemas"]["DecimalText"];
            /** @description Of salaries. Decimal BCH (whole base units for tokens). */
            amount_per_period: number | null;
            amount_per_period_base: string | null;
            amount_per_period_decimal: components["schemas"]["DecimalText"];
            /** @description Nothing vests before it. Unix seconds. */
            cliff: number | null;
            /** @description When all has vested; of salaries the end that was asked for, or null. Unix seconds. */
            end: number | null;
            /**
             * @description Of salaries.
             * @enum {string|null}
             */
            interval: "DAILY" | "WEEKLY" | "BIWEEKLY" | "MONTHLY" | "YEARLY" | null;
            /** @description The sender's; null to everybody else. */
            label: string | null;
            /** @description Of salaries: how many are funded. */
            periods: number | null;
            recipient: string;
            /** @description From 1: its index on the chain. */
            row: number;
            start: number;
            /** @description Seconds; null of what vests by the second. */
            step: number | null;
        };
        /**
         * PlanShape
         * @description A preset instead of `cliff` and `step`. A row becomes as many streams as its shape has parts.
         */
        PlanShape: {
            /** @constant */
            kind: "upfront-and-tail";
            /** @description What unlocks at the start; the rest follows by the second until the end. Percent, with up to 4 decimals. */
            upfrontPercent: number;
        } | {
            /** @description Months of 30 days before which nothing vests. */
            cliffMonths: number;
            /** @constant */
            kind: "cliff-and-monthly";
            /** @description Of the whole, those of the cliff among them. */
            months: number;
        } | {
            /** @constant */
            kind: "tranches";
            /** @description 100 percent together; the last takes what rounding leaves. */
            tranches: {
                /** @description How much of the amount. Percent, with up to 4 decimals. */
                percent: number;
                /** @description When it unlocks. Unix seconds, 500000000 to 4294967295. */
                time: number;
            }[];
        } | {
            /** @description Of the time that has passed; 2 or 3 vest late. */
            exponent: number;
            /** @constant */
            kind: "exponential";
            /** @description Straight pieces that stand for the curve. */
            pieces: number;
        };
        /** PlanStream */
        PlanStream: {
            /** @description All of it. Decimal BCH (whole base units for tokens). */
            amount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            amount_base: string;
            amount_decimal: components["schemas"]["DecimalText"];
            /** @description Of salaries. Decimal BCH (whole base units for tokens). */
            amount_per_period: number | null;
            amount_per_period_base: string | null;
            amount_per_period_decimal: components["schemas"]["DecimalText"];
            /** @description What can be paid now. Decimal BCH (whole base units for tokens). */
            claimable_amount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            claimable_amount_base: string;
            claimable_amount_decimal: components["schemas"]["DecimalText"];
            /** @description Nothing vests before it. Unix seconds. */
            cliff: number | null;
            contract_address: string | null;
            /** @description When all has vested; of salaries the end that was asked for, or null. Unix seconds. */
            end: number | null;
            funding_tx_hash: string | null;
            /**
             * Format: uuid
             * @description Of the stream, or payment, once it is funded.
             */
            id: string;
            /**
             * @description Of salaries.
             * @enum {string|null}
             */
            interval: "DAILY" | "WEEKLY" | "BIWEEKLY" | "MONTHLY" | "YEARLY" | null;
            /** @description The sender's; null to everybody else. */
            label: string | null;
            /** @description Which funding opens it. */
            part: number;
            /** @description Of salaries: how many are funded. */
            periods: number | null;
            recipient: string;
            /** @description From 1: its index on the chain. */
            row: number;
            start: number;
            /**
             * @description As of streams and payments; `PENDING` until the part it belongs to is funded.
             * @enum {unknown}
             */
            status: "PENDING" | "ACTIVE" | "PAUSED" | "COMPLETED" | "CANCELLED";
            /** @description Seconds; null of what vests by the second. */
            step: number | null;
            /** @description The display id; null before it is funded. */
            stream_id: string | null;
            /** @description Paid to the recipient. Decimal BCH (whole base units for tokens). */
            withdrawn_amount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            withdrawn_amount_base: string;
            withdrawn_amount_decimal: components["schemas"]["DecimalText"];
        };
        /**
         * PlanStreamsResponse
         * @description A page of the streams of a plan.
         */
        PlanStreamsResponse: {
            /** @description Where the next page starts; null on the last one. */
            nextCursor: string | null;
            plan: components["schemas"]["Plan"];
            /** @description In the order of the list. */
            streams: components["schemas"]["PlanStream"][];
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
            total: number;
        };
        /**
         * PreviewPaymentResponse
         * @description The payment as it would be, what it costs, and every period that it pays.
         */
        PreviewPaymentResponse: {
            funding: {
                /** @description BCH the state output must hold: the total of a stream of BCH, and `reserve`. Decimal BCH. */
                amount: number;
                /** @description The same amount, exactly, in satoshis (base units for tokens). */
                amountBase: string;
                amountDecimal: components["schemas"]["DecimalText"];
                /** @description Fee of the funding by a wallet with one coin (for tokens one more with all of them). Decimal BCH. */
                networkFeeEstimate: number;
                /** @description The same amount, exactly, in satoshis (base units for tokens). */
                networkFeeEstimateBase: string;
                networkFeeEstimateDecimal: components["schemas"]["DecimalText"];
                /** @description Of that, what is locked for fees beside the principal: it pays for payments that nobody signs, and what is left returns to the sender. Decimal BCH. */
                reserve: number;
                /** @description The same amount, exactly, in satoshis (base units for tokens). */
                reserveBase: string;
                reserveDecimal: components["schemas"]["DecimalText"];
                token?: components["schemas"]["NullableToken"];
                /** @description How many, in base units. */
                tokenAmount?: number;
                /** @description The same amount, exactly, in satoshis (base units for tokens). */
                tokenAmountBase?: string;
                tokenAmountDecimal?: components["schemas"]["DecimalText"];
                /** @description Category of the tokens the output behind the state must hold; absent for BCH. */
                tokenCategory?: string;
            };
            payment: {
                /** @description What each period pays. Decimal BCH (whole base units for tokens). */
                amount_per_period: number;
                /** @description The same amount, exactly, in satoshis (base units for tokens). */
                amount_per_period_base: string;
                amount_per_period_decimal: components["schemas"]["DecimalText"];
                /** @description Blocks between a cancel and its refund, and between a pause and its settling. */
                cancel_notice_blocks: number;
                /** @description Whether the sender may cancel. */
                cancelable: boolean;
                /** @description No period falls due after it. Unix seconds, 500000000 to 4294967295. */
                end_date: number | null;
                /**
                 * @description `DAILY` 86400 seconds, `WEEKLY` 604800, `BIWEEKLY` 1209600, `MONTHLY` 2592000, `YEARLY` 31536000.
                 * @enum {unknown}
                 */
                interval: "DAILY" | "WEEKLY" | "BIWEEKLY" | "MONTHLY" | "YEARLY";
                /** @description Seconds of an interval. */
                interval_seconds: number;
                /** @description Whether the sender may pause. */
                pausable: boolean;
                /** @description Periods the funding pays for: 12, or fewer up to the end. */
                periods_funded: number;
                /** @description Who receives it. A cash address of the configured network, of a key or of a script (a vault, a multisig); the prefix may be left out. */
                recipient: string;
                /** @description The sender's name for the recipient. */
                recipient_name: string | null;
                /** @description The named sender: who may pause and cancel, and gets back what is left. Anybody can name them by funding; whether they paid, `funded_by_sender` says. A cash address of the configured network, of a key or of a script (a vault, a multisig); the prefix may be left out. */
                sender: string;
                /** @description When the first period falls due. Unix seconds, 500000000 to 4294967295. */
                start_date: number;
                token: components["schemas"]["NullableToken"];
                /** @description Category of the token; null for BCH. */
                token_category: string | null;
                /** @enum {unknown} */
                token_type: "BCH" | "FUNGIBLE_TOKEN";
                /** @description What all funded periods pay. Decimal BCH (whole base units for tokens). */
                total_amount: number;
                /** @description The same amount, exactly, in satoshis (base units for tokens). */
                total_amount_base: string;
                total_amount_decimal: components["schemas"]["DecimalText"];
                /** @description The vault it is linked to; of a private one, shown to its members alone. */
                vault_id: string | null;
            };
            /** @description Every period that is funded, in the order they fall due. */
            schedule: {
                /** @description What it pays. Decimal BCH (whole base units for tokens). */
                amount: number;
                /** @description The same amount, exactly, in satoshis (base units for tokens). */
                amountBase: string;
                amountDecimal: components["schemas"]["DecimalText"];
                /** @description When it falls due. Unix seconds, 500000000 to 4294967295. */
                time: number;
            }[];
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
            /** @description What to know before money moves, in words: that the recipient is a script, say. Usually empty. */
            warnings: string[];
        };
        /**
         * PreviewStreamResponse
         * @description The stream as it would be, what it costs, its curve.
         */
        PreviewStreamResponse: {
            funding: {
                /** @description BCH the state output must hold: the total of a stream of BCH, and `reserve`. Decimal BCH. */
                amount: number;
                /** @description The same amount, exactly, in satoshis (base units for tokens). */
                amountBase: string;
                amountDecimal: components["schemas"]["DecimalText"];
                /** @description Fee of the funding by a wallet with one coin (for tokens one more with all of them). Decimal BCH. */
                networkFeeEstimate: number;
                /** @description The same amount, exactly, in satoshis (base units for tokens). */
                networkFeeEstimateBase: string;
                networkFeeEstimateDecimal: components["schemas"]["DecimalText"];
                /** @description Of that, what is locked for fees beside the principal: it pays for payments that nobody signs, and what is left returns to the sender. Decimal BCH. */
                reserve: number;
                /** @description The same amount, exactly, in satoshis (base units for tokens). */
                reserveBase: string;
                reserveDecimal: components["schemas"]["DecimalText"];
                token?: components["schemas"]["NullableToken"];
                /** @description How many, in base units. */
                tokenAmount?: number;
                /** @description The same amount, exactly, in satoshis (base units for tokens). */
                tokenAmountBase?: string;
                tokenAmountDecimal?: components["schemas"]["DecimalText"];
                /** @description Category of the tokens the output behind the state must hold; absent for BCH. */
                tokenCategory?: string;
            };
            /** @description The vesting curve. */
            schedule: {
                /** @description When. Unix seconds, 500000000 to 4294967295. */
                time: number;
                /** @description What has vested then. Decimal BCH (whole base units for tokens). */
                vestedAmount: number;
                /** @description The same amount, exactly, in satoshis (base units for tokens). */
                vestedAmountBase: string;
                vestedAmountDecimal: components["schemas"]["DecimalText"];
            }[];
            stream: {
                /** @description The time everything time-dependent was computed at, Unix seconds: the latest locktime the chain accepts now. It follows the chain's median time and lags the clock by about an hour. */
                as_of: number;
                /** @description Blocks between a cancel and its refund. */
                cancel_notice_blocks: number;
                /** @description Whether the sender may cancel. */
                cancelable: boolean;
                /** @description What can be claimed at `as_of`. Decimal BCH (whole base units for tokens). */
                claimable_amount: number;
                /** @description The same amount, exactly, in satoshis (base units for tokens). */
                claimable_amount_base: string;
                claimable_amount_decimal: components["schemas"]["DecimalText"];
                /** @description Before this time nothing is free, Unix seconds; null without a cliff. */
                cliff_timestamp: number | null;
                /** @description The P2SH32 cash address of the contract. */
                contract_address: string;
                /** @description The sender's words. */
                description: string | null;
                /** @description When all has vested. Unix seconds, 500000000 to 4294967295. */
                end_time: number;
                /** @description Length of a step; null for `LINEAR`. */
                interval_seconds: number | null;
                /** @description The contract's state as hex, as last recorded; null once the contract has ended and its NFT is burned. */
                nft_commitment: string | null;
                /** @description Vested share of the total, 0 to 100, with two decimals rounded down. */
                progress_percentage: number;
                /** @description Who receives it. A cash address of the configured network, of a key or of a script (a vault, a multisig); the prefix may be left out. */
                recipient: string;
                /** @description The named sender: who may cancel, and gets back what is left. Anybody can name them by funding; whether they paid, a stored stream says (`funded_by_sender`). A cash address of the configured network, of a key or of a script (a vault, a multisig); the prefix may be left out. */
                sender: string;
                /** @description When vesting starts. Unix seconds, 500000000 to 4294967295. */
                start_time: number;
                /**
                 * @description `LINEAR` vests by the second, `STEP` at the end of each interval. `RECURRING` pays equal amounts, one at the end of each interval, the last one with the remainder.
                 * @enum {unknown}
                 */
                stream_type: "LINEAR" | "STEP" | "RECURRING";
                token: components["schemas"]["NullableToken"];
                /** @description Category of the streamed token; null for BCH. */
                token_category: string | null;
                /** @enum {unknown} */
                token_type: "BCH" | "FUNGIBLE_TOKEN";
                /** @description All that is streamed. Decimal BCH (whole base units for tokens). */
                total_amount: number;
                /** @description The same amount, exactly, in satoshis (base units for tokens). */
                total_amount_base: string;
                total_amount_decimal: components["schemas"]["DecimalText"];
                /** @description The vault it is linked to; of a private one, shown to its members alone. */
                vault_id: string | null;
                /** @description What has vested at `as_of`. Decimal BCH (whole base units for tokens). */
                vested_amount: number;
                /** @description The same amount, exactly, in satoshis (base units for tokens). */
                vested_amount_base: string;
                vested_amount_decimal: components["schemas"]["DecimalText"];
                /** @description What the recipient has been paid. Decimal BCH (whole base units for tokens). */
                withdrawn_amount: number;
                /** @description The same amount, exactly, in satoshis (base units for tokens). */
                withdrawn_amount_base: string;
                withdrawn_amount_decimal: components["schemas"]["DecimalText"];
            };
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
            /** @description What to know before money moves, in words: that the recipient is a script, say. Usually empty. */
            warnings: string[];
        };
        /**
         * Proposal
         * @description What a vault is to do, once two signers agree.
         */
        Proposal: {
            /** @description What the recipient gets; of a close, the BCH as it is built now; of an opening what is streamed; of a cancel what waits to return; of a pause or resume what is paid at once. Decimal BCH (whole base units for tokens). */
            amount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            amountBase: string;
            amountDecimal: components["schemas"]["DecimalText"];
            /** @description Whose signatures are in. */
            approvals: {
                /**
                 * Format: date-time
                 * @description When.
                 */
                at: string;
                signer: string;
            }[];
            /** @description Signatures it takes: 2. */
            approvalThreshold: number;
            /**
             * Format: date-time
             * @description When it was proposed.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When that was recorded.
             */
            executedAt: string | null;
            /** @description The network's fee, out of the vault's money. Decimal BCH. */
            fee: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            feeBase: string;
            feeDecimal: components["schemas"]["DecimalText"];
            /** Format: uuid */
            id: string;
            /**
             * @description `spend` pays somebody and leaves the rest in the vault; `close` pays everything to the recipient and ends the vault. `stream`, `payment` and `plan` fund a record that was created with `vaultId`, of a plan its next part: the vault is its sender. `cancel` cancels streams and payments whose sender the vault is, one or many; what is not due returns to the vault after the notice. `pause` and `resume` do that to payments. `airdrop` funds a campaign that was created with `vaultId`; `cancel` of one (`campaignId`) closes it: its lanes are closed as they stand once the proposal is carried out, and what is not claimed returns to the vault.
             * @enum {unknown}
             */
            kind: "spend" | "close" | "plan" | "stream" | "payment" | "airdrop" | "cancel" | "pause" | "resume";
            /** @description What to do next. */
            nextStep: string;
            /** @description The whole coin that is paid, txid:vout; null otherwise. */
            outpoint: string | null;
            /** @description Every output that leaves the vault: what signers agree to. */
            payouts: {
                /** @description What the output holds. Decimal BCH. */
                amount: number;
                /** @description The same amount, exactly, in satoshis (base units for tokens). */
                amountBase: string;
                amountDecimal: components["schemas"]["DecimalText"];
                lockingBytecode: string;
                /** @description The address paid. */
                to: string | null;
                token?: {
                    /** @description Fungible tokens, in base units. */
                    amountBase: string;
                    category: string;
                    nft?: {
                        capability: string;
                        commitment: string;
                    };
                };
            }[];
            /** @description The display id. */
            proposalId: string;
            proposer: string;
            reason: string | null;
            /** @description Who is paid; of an opening the contract, of a cancel, pause or resume the vault, where the rest returns. */
            recipient: string;
            /** @description Who rejected it; two end it. */
            rejections: {
                /**
                 * Format: date-time
                 * @description When.
                 */
                at: string;
                signer: string;
            }[];
            /** @description How often it was built; signatures hold for one round. */
            round: number;
            /**
             * @description `APPROVED` with two signatures, `EXECUTED` once its transaction is on the chain; `STALE` when its coins were spent otherwise: approve it again.
             * @enum {unknown}
             */
            status: "PENDING" | "APPROVED" | "EXECUTED" | "REJECTED" | "STALE";
            /** @description The records that it opens, cancels, pauses or resumes; none of a spend and a close. */
            subjects: {
                /** Format: uuid */
                id: string;
                /** @enum {unknown} */
                type: "plan" | "stream" | "payment" | "airdrop";
            }[];
            token: components["schemas"]["NullableToken"];
            /** @description Category of the token; null for BCH. */
            tokenCategory: string | null;
            /** @enum {unknown} */
            tokenType: "BCH" | "FUNGIBLE_TOKEN";
            /** @description The transaction that carried it out. */
            txHash: string | null;
            /**
             * Format: date-time
             * @description When its record last changed.
             */
            updatedAt: string;
            /**
             * Format: uuid
             * @description The vault's `id`.
             */
            vaultId: string;
        };
        /**
         * ProposalResponse
         * @description The proposal.
         */
        ProposalResponse: {
            /** @description What the recipient gets; of a close, the BCH as it is built now; of an opening what is streamed; of a cancel what waits to return; of a pause or resume what is paid at once. Decimal BCH (whole base units for tokens). */
            amount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            amountBase: string;
            amountDecimal: components["schemas"]["DecimalText"];
            /** @description Whose signatures are in. */
            approvals: {
                /**
                 * Format: date-time
                 * @description When.
                 */
                at: string;
                signer: string;
            }[];
            /** @description Signatures it takes: 2. */
            approvalThreshold: number;
            /**
             * Format: date-time
             * @description When it was proposed.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When that was recorded.
             */
            executedAt: string | null;
            /** @description The network's fee, out of the vault's money. Decimal BCH. */
            fee: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            feeBase: string;
            feeDecimal: components["schemas"]["DecimalText"];
            /** Format: uuid */
            id: string;
            /**
             * @description `spend` pays somebody and leaves the rest in the vault; `close` pays everything to the recipient and ends the vault. `stream`, `payment` and `plan` fund a record that was created with `vaultId`, of a plan its next part: the vault is its sender. `cancel` cancels streams and payments whose sender the vault is, one or many; what is not due returns to the vault after the notice. `pause` and `resume` do that to payments. `airdrop` funds a campaign that was created with `vaultId`; `cancel` of one (`campaignId`) closes it: its lanes are closed as they stand once the proposal is carried out, and what is not claimed returns to the vault.
             * @enum {unknown}
             */
            kind: "spend" | "close" | "plan" | "stream" | "payment" | "airdrop" | "cancel" | "pause" | "resume";
            /** @description What to do next. */
            nextStep: string;
            /** @description The whole coin that is paid, txid:vout; null otherwise. */
            outpoint: string | null;
            /** @description Every output that leaves the vault: what signers agree to. */
            payouts: {
                /** @description What the output holds. Decimal BCH. */
                amount: number;
                /** @description The same amount, exactly, in satoshis (base units for tokens). */
                amountBase: string;
                amountDecimal: components["schemas"]["DecimalText"];
                lockingBytecode: string;
                /** @description The address paid. */
                to: string | null;
                token?: {
                    /** @description Fungible tokens, in base units. */
                    amountBase: string;
                    category: string;
                    nft?: {
                        capability: string;
                        commitment: string;
                    };
                };
            }[];
            /** @description The display id. */
            proposalId: string;
            proposer: string;
            reason: string | null;
            /** @description Who is paid; of an opening the contract, of a cancel, pause or resume the vault, where the rest returns. */
            recipient: string;
            /** @description Who rejected it; two end it. */
            rejections: {
                /**
                 * Format: date-time
                 * @description When.
                 */
                at: string;
                signer: string;
            }[];
            /** @description How often it was built; signatures hold for one round. */
            round: number;
            /**
             * @description `APPROVED` with two signatures, `EXECUTED` once its transaction is on the chain; `STALE` when its coins were spent otherwise: approve it again.
             * @enum {unknown}
             */
            status: "PENDING" | "APPROVED" | "EXECUTED" | "REJECTED" | "STALE";
            /** @description The records that it opens, cancels, pauses or resumes; none of a spend and a close. */
            subjects: {
                /** Format: uuid */
                id: string;
                /** @enum {unknown} */
                type: "plan" | "stream" | "payment" | "airdrop";
            }[];
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
            token: components["schemas"]["NullableToken"];
            /** @description Category of the token; null for BCH. */
            tokenCategory: string | null;
            /** @enum {unknown} */
            tokenType: "BCH" | "FUNGIBLE_TOKEN";
            /** @description The transaction that carried it out. */
            txHash: string | null;
            /**
             * Format: date-time
             * @description When its record last changed.
             */
            updatedAt: string;
            /**
             * Format: uuid
             * @description The vault's `id`.
             */
            vaultId: string;
        };
        /** Propose */
        Propose: {
            /** @description What is paid; required for a spend but of an outpoint. A JSON number or a decimal string: of BCH with at most 8 decimals, at least 0.00000546; of a token in whole base units, 1 to 9223372036854775807, beyond 9007199254740991 as a string. */
            amount?: number | string | null;
            /**
             * Format: uuid
             * @description An airdrop; see kind.
             */
            campaignId?: string | null;
            /**
             * @description `spend` pays somebody and leaves the rest in the vault; `close` pays everything to the recipient and ends the vault. `stream`, `payment` and `plan` fund a record that was created with `vaultId`, of a plan its next part: the vault is its sender. `cancel` cancels streams and payments whose sender the vault is, one or many; what is not due returns to the vault after the notice. `pause` and `resume` do that to payments. `airdrop` funds a campaign that was created with `vaultId`; `cancel` of one (`campaignId`) closes it: its lanes are closed as they stand once the proposal is carried out, and what is not claimed returns to the vault. The default is `spend`.
             * @enum {unknown}
             */
            kind?: "spend" | "close" | "plan" | "stream" | "payment" | "airdrop" | "cancel" | "pause" | "resume" | null;
            /** @description A whole coin with its token (an NFT, say) that is paid, txid:vout; see `tokens` of the state. */
            outpoint?: string | null;
            /** @description Ids of payments; of an opening exactly one. */
            paymentIds?: string[] | null;
            /**
             * Format: uuid
             * @description The plan that is opened, or cancelled.
             */
            planId?: string | null;
            /** @description The proposer's words, without null characters. */
            reason?: string | null;
            /** @description Who is paid: a cash address of any kind (P2PKH, P2SH) of the configured network; the prefix may be left out. Required for a spend and a close, and for them alone. */
            recipient?: string | null;
            /** @description Ids of streams; of an opening exactly one. */
            streamIds?: string[] | null;
            /** @description Category of the token, 64 hex characters; required for tokens. */
            tokenCategory?: string | null;
            /**
             * @description Default `BCH`. A `FUNGIBLE_TOKEN` is named by its `tokenCategory`; `CASHTOKENS` is another word for it.
             * @enum {unknown}
             */
            tokenType?: "BCH" | "FUNGIBLE_TOKEN" | "CASHTOKENS" | null;
        };
        /**
         * PushResponse
         * @description The push.
         */
        PushResponse: {
            /** @description What the push pays the recipient. Decimal BCH (whole base units for tokens). */
            amount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            amountBase: string;
            amountDecimal: components["schemas"]["DecimalText"];
            /** @description The time everything time-dependent was computed at, Unix seconds: the latest locktime the chain accepts now. It follows the chain's median time and lags the clock by about an hour. */
            asOf: number;
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
            token: components["schemas"]["NullableToken"];
            /** @description Category of the token that the amounts are of; null for BCH. */
            tokenCategory: string | null;
            /** @description Its hash when it was broadcast. */
            txHash: string | null;
            /** @description The complete transaction as hex: anyone may broadcast it. */
            txHex: string;
        };
        /**
         * ReadyResponse
         * @description What the process depends on, and how it is.
         */
        ReadyResponse: {
            checks: {
                /** @description Of airdrop campaigns. */
                campaignWatcher: {
                    /** @description Whether this process is the one that watches. */
                    isLeader: boolean;
                    /** @description Unix seconds of its last complete round. */
                    lastRoundAt: number | null;
                    /** @enum {unknown} */
                    mode: "off" | "protect";
                    /** @description Informative: an idle watcher does not make the process unready. */
                    ok: boolean;
                };
                database: {
                    /** @description Whether it can be read. One that only takes no writes is ok, with a reason. */
                    ok: boolean;
                    /** @description What is wrong. */
                    reason?: string;
                };
                electrum: {
                    /** @description Height of the newest block. */
                    height: number | null;
                    ok: boolean;
                    /** @description What is wrong. */
                    reason?: string;
                    /** @description Age of the newest block by the chain's median time. */
                    tipAgeSeconds: number | null;
                };
                /** @description Standbys of the database that read for this process, in the order of its settings. */
                standbys?: {
                    /** @description Of the primary's log, what it does not show yet. */
                    bytesBehind: number | null;
                    /** @description Informative: without it the primary answers. */
                    ok: boolean;
                    reason?: string;
                }[];
                /** @description Of vaults. */
                vaultWatcher: {
                    /** @description Whether this process is the one that watches. */
                    isLeader: boolean;
                    /** @description Unix seconds of its last complete round. */
                    lastRoundAt: number | null;
                    /** @enum {unknown} */
                    mode: "off" | "protect";
                    /** @description Informative: an idle watcher does not make the process unready. */
                    ok: boolean;
                };
                /** @description Of streams and payments. */
                watcher: {
                    /** @description Whether this process is the one that watches. */
                    isLeader: boolean;
                    /** @description Unix seconds of its last complete round. */
                    lastRoundAt: number | null;
                    /** @enum {unknown} */
                    mode: "off" | "protect";
                    /** @description Informative: an idle watcher does not make the process unready. */
                    ok: boolean;
                };
            };
            /** @enum {unknown} */
            status: "ready" | "unready";
            success: boolean;
        };
        /**
         * RefundResponse
         * @description The refund that was sent.
         */
        RefundResponse: {
            /** @description What it returns to the sender. Decimal BCH (whole base units for tokens). */
            amount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            amountBase: string;
            amountDecimal: components["schemas"]["DecimalText"];
            message: string;
            stream: components["schemas"]["Stream"];
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
            /** @description Hash of the refund. */
            txHash: string;
        };
        /**
         * RegisterWebhookResponse
         * @description A new webhook with its secret.
         */
        RegisterWebhookResponse: {
            /** @description `whsec_…`: what messages are signed with. It is shown in this answer alone: null where the request is repeated with its Idempotency-Key, `rotate-secret` then gives another one. */
            secret: string | null;
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
            webhook: components["schemas"]["Webhook"];
        };
        /**
         * RemoveWebhookResponse
         * @description The webhook is removed.
         */
        RemoveWebhookResponse: {
            /** Format: uuid */
            id: string;
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
        };
        /**
         * ResumePaymentResponse
         * @description The resume, to be signed by the sender.
         */
        ResumePaymentResponse: {
            /** @description The time everything time-dependent was computed at, Unix seconds: the latest locktime the chain accepts now. It follows the chain's median time and lags the clock by about an hour. */
            asOf: number;
            /** @description When the next period will fall due, Unix seconds. */
            nextPaymentDate: number;
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
            wcTransaction: components["schemas"]["WcTransaction"];
        };
        /**
         * SearchResponse
         * @description What was found; nothing is an empty list.
         */
        SearchResponse: {
            /** @description Whether there are more than are shown. */
            more: boolean;
            /** @description The newest first, 50 at most. */
            records: components["schemas"]["FoundRecord"][];
            /**
             * @description What `q` was read as.
             * @enum {unknown}
             */
            searchedAs: "id" | "displayId" | "contract" | "transaction" | "outpoint";
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
        };
        /**
         * SourceContract
         * @description Of a contract's input: what a wallet shows of it, as the CashScript SDK writes it.
         */
        SourceContract: {
            abiFunction?: {
                name?: string;
            };
            artifact?: {
                contractName?: string;
            };
            /** @description The contract's script. Bytes. */
            redeemScript?: string;
        };
        /**
         * SourceToken
         * @description Tokens the output holds, in the encoding of the transaction.
         */
        SourceToken: {
            /** @description Fungible tokens, base units. */
            amount: string;
            /** @description Category. Bytes. */
            category: string;
            nft?: {
                /** @enum {unknown} */
                capability: "none" | "mutable" | "minting";
                /** @description What it says. Bytes. */
                commitment: string;
            };
        };
        /**
         * Stream
         * @description A stream.
         */
        Stream: {
            /** @description When the funding was confirmed here, Unix seconds. */
            activated_at: number | null;
            /** @description The time everything time-dependent was computed at, Unix seconds: the latest locktime the chain accepts now. It follows the chain's median time and lags the clock by about an hour. */
            as_of: number;
            /** @description Blocks between a cancel and its refund. */
            cancel_notice_blocks: number;
            /** @description Whether the sender may cancel. */
            cancelable: boolean;
            /** @description What can be claimed at `as_of`. Decimal BCH (whole base units for tokens). */
            claimable_amount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            claimable_amount_base: string;
            claimable_amount_decimal: components["schemas"]["DecimalText"];
            /** @description Before this time nothing is free, Unix seconds; null without a cliff. */
            cliff_timestamp: number | null;
            /** @description The P2SH32 cash address of the contract. */
            contract_address: string;
            /** @description Unix seconds. */
            created_at: number;
            /** @description The sender's words. */
            description: string | null;
            /** @description When all has vested. Unix seconds, 500000000 to 4294967295. */
            end_time: number;
            /** @description Unix seconds until which the record is kept without funding, at least; null once it is funded, and where it is kept for ever. */
            expires_at: number | null;
            /** @description Whether the confirmed funding spent a coin of the named sender's address: false where others paid and named them. Null while PENDING, and where it is not known. */
            funded_by_sender: boolean | null;
            /** @description Hash of the confirmed funding. */
            funding_tx_hash: string | null;
            /** Format: uuid */
            id: string;
            /** @description Length of a step; null for `LINEAR`. */
            interval_seconds: number | null;
            /** @description The contract's state as hex, as last recorded; null once the contract has ended and its NFT is burned. */
            nft_commitment: string | null;
            /** @description Vested share of the total, 0 to 100, with two decimals rounded down. */
            progress_percentage: number;
            /** @description Who receives it. A cash address of the configured network, of a key or of a script (a vault, a multisig); the prefix may be left out. */
            recipient: string;
            refund: components["schemas"]["NullableStreamRefund"];
            /** @description The named sender: who may cancel, and gets back what is left. Anybody can name them by funding; whether they paid, a stored stream says (`funded_by_sender`). A cash address of the configured network, of a key or of a script (a vault, a multisig); the prefix may be left out. */
            sender: string;
            /** @description When vesting starts. Unix seconds, 500000000 to 4294967295. */
            start_time: number;
            /**
             * @description `PENDING` until its funding is confirmed, `ACTIVE` until all is claimed (`COMPLETED`) or the sender cancels (`CANCELLED`).
             * @enum {unknown}
             */
            status: "PENDING" | "ACTIVE" | "COMPLETED" | "CANCELLED";
            /** @description The display id. */
            stream_id: string;
            /**
             * @description `LINEAR` vests by the second, `STEP` at the end of each interval. `RECURRING` pays equal amounts, one at the end of each interval, the last one with the remainder.
             * @enum {unknown}
             */
            stream_type: "LINEAR" | "STEP" | "RECURRING";
            token: components["schemas"]["NullableToken"];
            /** @description Category of the streamed token; null for BCH. */
            token_category: string | null;
            /** @enum {unknown} */
            token_type: "BCH" | "FUNGIBLE_TOKEN";
            /** @description All that is streamed. Decimal BCH (whole base units for tokens). */
            total_amount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            total_amount_base: string;
            total_amount_decimal: components["schemas"]["DecimalText"];
            /** @description Unix seconds. */
            updated_at: number;
            /** @description The vault it is linked to; of a private one, shown to its members alone. */
            vault_id: string | null;
            /** @description What has vested at `as_of`. Decimal BCH (whole base units for tokens). */
            vested_amount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            vested_amount_base: string;
            vested_amount_decimal: components["schemas"]["DecimalText"];
            /** @description What the recipient has been paid. Decimal BCH (whole base units for tokens). */
            withdrawn_amount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            withdrawn_amount_base: string;
            withdrawn_amount_decimal: components["schemas"]["DecimalText"];
        };
        /**
         * StreamClaim
         * @description A payment to the recipient.
         */
        StreamClaim: {
            /** @description What was paid. Decimal BCH (whole base units for tokens). */
            amount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            amount_base: string;
            amount_decimal: components["schemas"]["DecimalText"];
            /** @description When it was recorded, Unix seconds. */
            claimed_at: number;
            /** Format: uuid */
            id: string;
            recipient: string;
            /**
             * @description `confirm`: reported by confirm-claim; `chain`: found on the chain (pushes, claims never confirmed here).
             * @enum {unknown}
             */
            source: "confirm" | "chain";
            /**
             * Format: uuid
             * @description The stream's `id`.
             */
            stream_id: string;
            tx_hash: string;
        };
        /**
         * StreamDetail
         * @description A stream, beside what the indexer sees of it.
         */
        StreamDetail: {
            /** @description When the funding was confirmed here, Unix seconds. */
            activated_at: number | null;
            /** @description The time everything time-dependent was computed at, Unix seconds: the latest locktime the chain accepts now. It follows the chain's median time and lags the clock by about an hour. */
            as_of: number;
            /** @description Blocks between a cancel and its refund. */
            cancel_notice_blocks: number;
            /** @description Whether the sender may cancel. */
            cancelable: boolean;
            /** @description What can be claimed at `as_of`. Decimal BCH (whole base units for tokens). */
            claimable_amount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            claimable_amount_base: string;
            claimable_amount_decimal: components["schemas"]["DecimalText"];
            /** @description Before this time nothing is free, Unix seconds; null without a cliff. */
            cliff_timestamp: number | null;
            /** @description The P2SH32 cash address of the contract. */
            contract_address: string;
            /** @description Unix seconds. */
            created_at: number;
            /** @description The sender's words. */
            description: string | null;
            /** @description When all has vested. Unix seconds, 500000000 to 4294967295. */
            end_time: number;
            /** @description Unix seconds until which the record is kept without funding, at least; null once it is funded, and where it is kept for ever. */
            expires_at: number | null;
            /** @description Whether the confirmed funding spent a coin of the named sender's address: false where others paid and named them. Null while PENDING, and where it is not known. */
            funded_by_sender: boolean | null;
            /** @description Hash of the confirmed funding. */
            funding_tx_hash: string | null;
            /** Format: uuid */
            id: string;
            /** @description Length of a step; null for `LINEAR`. */
            interval_seconds: number | null;
            /** @description The contract's state as hex, as last recorded; null once the contract has ended and its NFT is burned. */
            nft_commitment: string | null;
            onchain?: components["schemas"]["NullableOnchain"];
            /** @description Vested share of the total, 0 to 100, with two decimals rounded down. */
            progress_percentage: number;
            /** @description Who receives it. A cash address of the configured network, of a key or of a script (a vault, a multisig); the prefix may be left out. */
            recipient: string;
            refund: components["schemas"]["NullableStreamRefund"];
            /** @description The named sender: who may cancel, and gets back what is left. Anybody can name them by funding; whether they paid, a stored stream says (`funded_by_sender`). A cash address of the configured network, of a key or of a script (a vault, a multisig); the prefix may be left out. */
            sender: string;
            /** @description When vesting starts. Unix seconds, 500000000 to 4294967295. */
            start_time: number;
            /**
             * @description `PENDING` until its funding is confirmed, `ACTIVE` until all is claimed (`COMPLETED`) or the sender cancels (`CANCELLED`).
             * @enum {unknown}
             */
            status: "PENDING" | "ACTIVE" | "COMPLETED" | "CANCELLED";
            /** @description The display id. */
            stream_id: string;
            /**
             * @description `LINEAR` vests by the second, `STEP` at the end of each interval. `RECURRING` pays equal amounts, one at the end of each interval, the last one with the remainder.
             * @enum {unknown}
             */
            stream_type: "LINEAR" | "STEP" | "RECURRING";
            token: components["schemas"]["NullableToken"];
            /** @description Category of the streamed token; null for BCH. */
            token_category: string | null;
            /** @enum {unknown} */
            token_type: "BCH" | "FUNGIBLE_TOKEN";
            /** @description All that is streamed. Decimal BCH (whole base units for tokens). */
            total_amount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            total_amount_base: string;
            total_amount_decimal: components["schemas"]["DecimalText"];
            /** @description Unix seconds. */
            updated_at: number;
            /** @description The vault it is linked to; of a private one, shown to its members alone. */
            vault_id: string | null;
            /** @description What has vested at `as_of`. Decimal BCH (whole base units for tokens). */
            vested_amount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            vested_amount_base: string;
            vested_amount_decimal: components["schemas"]["DecimalText"];
            /** @description What the recipient has been paid. Decimal BCH (whole base units for tokens). */
            withdrawn_amount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            withdrawn_amount_base: string;
            withdrawn_amount_decimal: components["schemas"]["DecimalText"];
        };
        /**
         * StreamEvent
         * @description A step of a stream or payment on the chain, or the chain taking one back.
         */
        StreamEvent: {
            /** @description What it moved: the whole by a funding, what went back by a refund, else what the recipient got. Decimal BCH (whole base units for tokens). */
            amount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            amount_base: string;
            amount_decimal: components["schemas"]["DecimalText"];
            /** @description When it was recorded, Unix seconds. */
            at: number;
            /**
             * @description `claimed`: the recipient was paid, and asked for it: they signed, claimed with `broadcast`, or it was reported by confirm-claim; `pushed`: paid without their signature because anybody else asked, a watcher included. Only payments are `paused`, `settled` (the notice of a pause is over) and `resumed`. `at_risk`: while the notice that `tx_hash` began runs, nodes ask more for relaying than a push without a signature pays: the recipient has to claim with a coin of their own before it ends. `rolled_back`: the chain took the step back (a double spend, a reorganisation); `restored`: it is there again.
             * @enum {unknown}
             */
            event: "funded" | "claimed" | "pushed" | "paused" | "settled" | "resumed" | "cancelled" | "refunded" | "completed" | "at_risk" | "rolled_back" | "restored";
            /**
             * @description How settled its transaction is now; null when it was rolled back.
             * @enum {string|null}
             */
            finality: "mempool" | "mined" | "final" | null;
            /** @description Height of its block; null while it has none. */
            height: number | null;
            /**
             * @description Which step was rolled back or restored.
             * @enum {string|null}
             */
            of: "funded" | "claimed" | "pushed" | "paused" | "settled" | "resumed" | "cancelled" | "refunded" | "completed" | "at_risk" | null;
            /**
             * @description Why it was rolled back: another transaction took its place, or no server has it any more.
             * @enum {string|null}
             */
            reason: "replaced" | "vanished" | null;
            /** @description The transaction that took its place. */
            replaced_by: string | null;
            /**
             * @description `confirm`: reported by a confirm call, or sent by a claim with `broadcast`; `chain`: found on the chain.
             * @enum {unknown}
             */
            source: "confirm" | "chain";
            tx_hash: string;
        };
        /**
         * StreamScheduleResponse
         * @description The stream and its curve.
         */
        StreamScheduleResponse: {
            /** @description The vesting curve from start to end. */
            schedule: {
                /** @description When. Unix seconds, 500000000 to 4294967295. */
                time: number;
                /** @description What has vested then. Decimal BCH (whole base units for tokens). */
                vestedAmount: number;
                /** @description The same amount, exactly, in satoshis (base units for tokens). */
                vestedAmountBase: string;
                vestedAmountDecimal: components["schemas"]["DecimalText"];
            }[];
            stream: components["schemas"]["Stream"];
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
        };
        /**
         * SyncAirdropResponse
         * @description The campaign as the chain has it.
         */
        SyncAirdropResponse: {
            campaign: components["schemas"]["Campaign"];
            openLanes: number;
            /**
             * @description `PENDING` until its funding is confirmed, `ACTIVE` while it can be claimed from, `COMPLETED` when every claim there can be was made, `CANCELLED` when the creator took back the rest.
             * @enum {unknown}
             */
            status: "PENDING" | "ACTIVE" | "COMPLETED" | "CANCELLED";
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
        };
        /**
         * TokenVolume
         * @description Of one token.
         */
        TokenVolume: {
            /** @description Base units; exact below 2^53. */
            amount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            amountBase: string;
            amountDecimal: components["schemas"]["DecimalText"];
            /** @description The same of what is PENDING: nobody has paid it. */
            pendingAmount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            pendingAmountBase: string;
            pendingAmountDecimal: components["schemas"]["DecimalText"];
            token: components["schemas"]["NullableToken"];
            /** @description 64 hex characters. */
            tokenCategory: string;
        };
        /**
         * TvlResponse
         * @description Total value locked.
         */
        TvlResponse: {
            current: components["schemas"]["IndexedBalance"];
            /** @description A day each, the oldest first. */
            snapshots: components["schemas"]["TvlSnapshot"][];
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
        };
        /**
         * TvlSnapshot
         * @description What they held at the end of a day.
         */
        TvlSnapshot: {
            bch: components["schemas"]["IndexedBchAmount"];
            /** @description By category. */
            byToken: components["schemas"]["IndexedTokenAmount"][];
            /** @description The day's end, 00:00 UTC of the next; Unix seconds. */
            time: number;
        };
        /**
         * UpdateBalanceResponse
         * @description The vault with the balance found on the chain.
         */
        UpdateBalanceResponse: {
            /** @description What the transaction pays to the address. Decimal BCH. */
            amount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            amountBase: string;
            amountDecimal: components["schemas"]["DecimalText"];
            /** @description Signatures a payment takes: 2. */
            approvalThreshold: number;
            /** @description Blocks on the transaction, 0 in the mempool. */
            confirmations: number;
            /** @description The P2SH32 cash address of the contract. */
            contractAddress: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            creator: string;
            /** @description What was found at the address when it was last looked at. Decimal BCH. */
            currentBalance: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            currentBalanceBase: string;
            currentBalanceDecimal: components["schemas"]["DecimalText"];
            /** @description The first deposit; null while pending. */
            depositTxHash: string | null;
            description: string | null;
            /**
             * Format: date-time
             * @description Until when it is kept without a deposit, at least; null once there is one, and where it is kept for ever.
             */
            expiresAt: string | null;
            /**
             * @description `final` from 10 blocks on.
             * @enum {unknown}
             */
            finality: "mempool" | "mined" | "final";
            /** Format: uuid */
            id: string;
            /** @description Private vaults are shown to their members only. */
            isPublic: boolean;
            /** @description Whether the caller is among the signers, whatever the role. */
            isSigner: boolean;
            message: string;
            name: string;
            /**
             * @description The caller's strongest role; everybody is `viewer` of a public vault.
             * @enum {unknown}
             */
            role: "creator" | "signer" | "viewer";
            /** @description Their public keys, in the same order. */
            signerPubkeys: string[];
            /** @description The three, in the order of the contract. */
            signers: string[];
            /**
             * @description `pending` until the first deposit is reported, `active` from then on, `closed` once two signers emptied it.
             * @enum {unknown}
             */
            state: "pending" | "active" | "closed";
            /**
             * @description `pending` until the first deposit is reported, `active` from then on, `closed` once two signers emptied it.
             * @enum {unknown}
             */
            status: "pending" | "active" | "closed";
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
            /** @description What is planned to be deposited. Decimal BCH. */
            totalDeposit: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            totalDepositBase: string;
            totalDepositDecimal: components["schemas"]["DecimalText"];
            txHash: string;
            /**
             * Format: date-time
             * @description When its record last changed.
             */
            updatedAt: string;
            /** @description 32 bytes, hex. With the signers it rebuilds the contract: its first half is the contract's nonce. */
            vaultId: string;
            /** @description Who else may see a private vault. */
            viewers: string[];
        };
        /**
         * Vault
         * @description A vault. `state` is the same as `status`.
         */
        Vault: {
            /** @description Signatures a payment takes: 2. */
            approvalThreshold: number;
            /** @description The P2SH32 cash address of the contract. */
            contractAddress: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            creator: string;
            /** @description What was found at the address when it was last looked at. Decimal BCH. */
            currentBalance: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            currentBalanceBase: string;
            currentBalanceDecimal: components["schemas"]["DecimalText"];
            /** @description The first deposit; null while pending. */
            depositTxHash: string | null;
            description: string | null;
            /**
             * Format: date-time
             * @description Until when it is kept without a deposit, at least; null once there is one, and where it is kept for ever.
             */
            expiresAt: string | null;
            /** Format: uuid */
            id: string;
            /** @description Private vaults are shown to their members only. */
            isPublic: boolean;
            /** @description Whether the caller is among the signers, whatever the role. */
            isSigner: boolean;
            name: string;
            /**
             * @description The caller's strongest role; everybody is `viewer` of a public vault.
             * @enum {unknown}
             */
            role: "creator" | "signer" | "viewer";
            /** @description Their public keys, in the same order. */
            signerPubkeys: string[];
            /** @description The three, in the order of the contract. */
            signers: string[];
            /**
             * @description `pending` until the first deposit is reported, `active` from then on, `closed` once two signers emptied it.
             * @enum {unknown}
             */
            state: "pending" | "active" | "closed";
            /**
             * @description `pending` until the first deposit is reported, `active` from then on, `closed` once two signers emptied it.
             * @enum {unknown}
             */
            status: "pending" | "active" | "closed";
            /** @description What is planned to be deposited. Decimal BCH. */
            totalDeposit: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            totalDepositBase: string;
            totalDepositDecimal: components["schemas"]["DecimalText"];
            /**
             * Format: date-time
             * @description When its record last changed.
             */
            updatedAt: string;
            /** @description 32 bytes, hex. With the signers it rebuilds the contract: its first half is the contract's nonce. */
            vaultId: string;
            /** @description Who else may see a private vault. */
            viewers: string[];
        };
        /**
         * VaultDeposit
         * @description The deposit, to be signed by the creator.
         */
        VaultDeposit: {
            /** @description What this deposit pays: what was never deposited of `totalDeposit`. What proposals have paid out is not asked for again. At least 0.00001; 0 when less is missing. Decimal BCH. */
            amountToDeposit: number;
            /** @description The P2SH32 cash address of the contract. */
            contractAddress: string;
            /** @description What lies at the address. Decimal BCH. */
            currentBalance: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            currentBalanceBase: string;
            currentBalanceDecimal: components["schemas"]["DecimalText"];
            /** @description The same in satoshis. */
            depositSatoshis: string;
            /** @description Fee of the transaction. Decimal BCH. */
            fee: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            feeBase: string;
            feeDecimal: components["schemas"]["DecimalText"];
            /** @description What the first deposit makes; null for later ones. */
            stateNft: {
                commitment: string;
                tokenCategory: string;
            } | null;
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
            /** @description What is planned. Decimal BCH. */
            totalDeposit: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            totalDepositBase: string;
            totalDepositDecimal: components["schemas"]["DecimalText"];
            wcTransaction: components["schemas"]["NullableWcTransaction"];
        };
        /**
         * VaultDepositResponse
         * @description The deposit, or the preparation the first one needs.
         */
        VaultDepositResponse: components["schemas"]["VaultDeposit"] | components["schemas"]["FundingPreparation"];
        /**
         * VaultEvent
         * @description A step of a vault's state on the chain, or the chain taking one back.
         */
        VaultEvent: {
            /** @description What it moved: the satoshis of the first deposit, else what left the vault. Decimal BCH. */
            amount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            amountBase: string;
            amountDecimal: components["schemas"]["DecimalText"];
            /**
             * Format: date-time
             * @description When it was recorded.
             */
            at: string;
            /**
             * @description `rolled_back`: the chain took the step back (a double spend, a reorganisation); `restored`: it is there again.
             * @enum {unknown}
             */
            event: "deposited" | "spent" | "closed" | "rolled_back" | "restored";
            /**
             * @description Which step was rolled back or restored.
             * @enum {string|null}
             */
            of: "deposited" | "spent" | "closed" | null;
            /**
             * @description Why it was rolled back: another transaction took its place, or no server has it any more.
             * @enum {string|null}
             */
            reason: "replaced" | "vanished" | null;
            /** @description The transaction that took its place. */
            replacedBy: string | null;
            txHash: string;
        };
        /**
         * VaultResponse
         * @description The vault.
         */
        VaultResponse: {
            /** @description Signatures a payment takes: 2. */
            approvalThreshold: number;
            /** @description The P2SH32 cash address of the contract. */
            contractAddress: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            creator: string;
            /** @description What was found at the address when it was last looked at. Decimal BCH. */
            currentBalance: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            currentBalanceBase: string;
            currentBalanceDecimal: components["schemas"]["DecimalText"];
            /** @description The first deposit; null while pending. */
            depositTxHash: string | null;
            description: string | null;
            /**
             * Format: date-time
             * @description Until when it is kept without a deposit, at least; null once there is one, and where it is kept for ever.
             */
            expiresAt: string | null;
            /** Format: uuid */
            id: string;
            /** @description Private vaults are shown to their members only. */
            isPublic: boolean;
            /** @description Whether the caller is among the signers, whatever the role. */
            isSigner: boolean;
            name: string;
            /**
             * @description The caller's strongest role; everybody is `viewer` of a public vault.
             * @enum {unknown}
             */
            role: "creator" | "signer" | "viewer";
            /** @description Their public keys, in the same order. */
            signerPubkeys: string[];
            /** @description The three, in the order of the contract. */
            signers: string[];
            /**
             * @description `pending` until the first deposit is reported, `active` from then on, `closed` once two signers emptied it.
             * @enum {unknown}
             */
            state: "pending" | "active" | "closed";
            /**
             * @description `pending` until the first deposit is reported, `active` from then on, `closed` once two signers emptied it.
             * @enum {unknown}
             */
            status: "pending" | "active" | "closed";
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
            /** @description What is planned to be deposited. Decimal BCH. */
            totalDeposit: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            totalDepositBase: string;
            totalDepositDecimal: components["schemas"]["DecimalText"];
            /**
             * Format: date-time
             * @description When its record last changed.
             */
            updatedAt: string;
            /** @description 32 bytes, hex. With the signers it rebuilds the contract: its first half is the contract's nonce. */
            vaultId: string;
            /** @description Who else may see a private vault. */
            viewers: string[];
        };
        /**
         * VaultStateResponse
         * @description Where the vault stands.
         */
        VaultStateResponse: {
            /** @description What lies at the address. Decimal BCH. */
            currentBalance: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            currentBalanceBase: string;
            currentBalanceDecimal: components["schemas"]["DecimalText"];
            /**
             * @description `pending` until the first deposit is reported, `active` from then on, `closed` once two signers emptied it.
             * @enum {unknown}
             */
            state: "pending" | "active" | "closed";
            stateNft: components["schemas"]["NullableVaultStateNft"];
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
            /** @description Coins with tokens; null while no Electrum server answers. */
            tokens: components["schemas"]["VaultToken"][] | null;
            /** @description 32 bytes, hex. */
            vaultId: string;
        };
        /**
         * VaultToken
         * @description A coin with a token at the address.
         */
        VaultToken: {
            /** @description Fungible tokens, in base units. */
            amount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            amountBase: string;
            amountDecimal: components["schemas"]["DecimalText"];
            /** @description 64 hex characters. */
            category: string;
            nft: {
                capability: string;
                commitment: string;
            } | null;
            /** @description txid:vout, for a proposal that pays this coin. */
            outpoint: string;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            satoshisBase: string;
            token: components["schemas"]["NullableToken"];
        };
        /**
         * VerifyResponse
         * @description The address is proven.
         */
        VerifyResponse: {
            /** @description For the header `Authorization: Bearer <bearer>`. */
            bearer: string;
            /** @description Until when it is good, Unix seconds: thirty minutes from now. */
            expiresAt: number;
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
        };
        /**
         * VolumeDay
         * @description Funded, paid and returned within a day.
         */
        VolumeDay: {
            bch: components["schemas"]["IndexedBchAmount"];
            /** @description By category. */
            byToken: components["schemas"]["IndexedTokenAmount"][];
            /** @description Cancels. */
            cancelled: number;
            /** @description Claims and pushes. */
            claimed: number;
            /** @description UTC day. */
            date: string;
            /** @description Fundings among them. */
            funded: number;
            /** @description Mined transactions of contracts. */
            transactions: number;
        };
        /**
         * VolumeResponse
         * @description Daily volume.
         */
        VolumeResponse: {
            /** @description Days with transactions, the oldest first. */
            days: components["schemas"]["VolumeDay"][];
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
        };
        /**
         * WcTransaction
         * @description An unsigned transaction for `bch_signTransaction`, in the encoding asked for by `?encoding`.
         */
        WcTransaction: {
            /** @description Whether the wallet is asked to broadcast it. */
            broadcast: boolean;
            /** @description What each input spends, in the order of the inputs. */
            sourceOutputs: {
                contract?: components["schemas"]["SourceContract"];
                /** @description What the output is locked by. Bytes. */
                lockingBytecode: string;
                /** @description Index of that output. */
                outpointIndex: number;
                /** @description Hash of the transaction whose output is spent. Bytes. */
                outpointTransactionHash: string;
                sequenceNumber: number;
                token?: components["schemas"]["SourceToken"];
                /** @description Empty where the wallet signs; for contract inputs, with placeholders where a signature or key goes. Bytes. */
                unlockingBytecode: string;
                /** @description Satoshis the output holds. */
                valueSatoshis: string;
            }[];
            /** @description The unsigned transaction as hex. */
            transaction: string;
            /** @description What the wallet shows the user. */
            userPrompt: string;
        };
        /**
         * Webhook
         * @description Where events are sent to, and which.
         */
        Webhook: {
            /** @description When it was registered, Unix seconds. */
            createdAt: number;
            description: string | null;
            /** @description Since when, Unix seconds. */
            disabledAt: number | null;
            disabledReason: string | null;
            /** @description Since when they fail, Unix seconds. */
            failingSince: number | null;
            /** @description Attempts in a row that failed. */
            failures: number;
            filter: {
                address: string | null;
                kind: string | null;
                product: string | null;
                record: string | null;
            };
            /** Format: uuid */
            id: string;
            /**
             * @description `disabled` after a delivery failed for three days: see `disabledReason`, mend it, and enable it.
             * @enum {unknown}
             */
            status: "active" | "disabled";
            url: string;
        };
        /**
         * WebhookDelivery
         * @description One event for one webhook.
         */
        WebhookDelivery: {
            attempts: number;
            /** @description When it was made, Unix seconds. */
            createdAt: number;
            /** @description Of the last attempt. */
            error: string | null;
            /** Format: uuid */
            id: string;
            /** @description The last attempt, Unix seconds. */
            lastAttemptAt: number | null;
            /** @description The `webhook-id` of every attempt: of an event its id. */
            messageId: string;
            /** @description The next attempt, or null while an earlier one of the same record waits, and for what is settled, Unix seconds. */
            nextAttemptAt: number | null;
            /** @description The body, as it is sent. */
            payload: string;
            /** @description Of the last attempt. */
            responseStatus: number | null;
            /** @enum {unknown} */
            status: "pending" | "delivered" | "failed";
            /** @description `stream.funded`, … */
            type: string;
        };
        /**
         * WebhookResponse
         * @description A webhook.
         */
        WebhookResponse: {
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
            webhook: components["schemas"]["Webhook"];
        };
        /**
         * WebhookSecretResponse
         * @description A webhook with its secret.
         */
        WebhookSecretResponse: {
            /** @description `whsec_…`: what messages are signed with. It is not shown again. */
            secret: string;
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
            webhook: components["schemas"]["Webhook"];
        };
        /**
         * Whitelist
         * @description A list of recipients: one of `csv` and `recipients`.
         */
        Whitelist: {
            /** @description The creator, where there is no caller. A P2PKH cash address of the configured network; the prefix may be left out. */
            creator?: string | null;
            /** @description Lines of `address,amount`. */
            csv?: string;
            recipients?: {
                address: string;
                /** @description What the address may claim. A JSON number or a decimal string: of BCH with at most 8 decimals, at least 0.00000546; of a token in whole base units, 1 to 9223372036854775807, beyond 9007199254740991 as a string. */
                amount: number | string;
            }[];
        };
        /**
         * WhitelistProofResponse
         * @description Proof that an address is on the list.
         */
        WhitelistProofResponse: {
            address: string;
            /** @description What the row says. Decimal BCH (whole base units for tokens). */
            amount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            amountBase: string;
            amountDecimal: components["schemas"]["DecimalText"];
            /** Format: uuid */
            campaignId: string;
            claimed: boolean;
            claimTxHash: string | null;
            lane: number;
            /** @description How many of the siblings lead to the root of the lane. */
            laneDepth: number;
            /** @description Root of the row's lane as funded. 64 hex characters. */
            laneRoot: string;
            /** @description SHA-256 twice of public key hash (20 bytes) and amount (8, little-endian). 64 hex characters. */
            leaf: string;
            /** @description Root of the list as built. 64 hex characters. */
            merkleRoot: string;
            /** @description For each sibling: 1 where it stands on the left, hashed first. */
            positions: number[];
            /** @description Siblings from the leaf up, hex: a proof of `@openzeppelin/merkle-tree` under `merkleRoot` with SHA-256 of the sorted pair. */
            proof: string[];
            /** @description Counted from 0, in the order of the list. */
            row: number;
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
            token: components["schemas"]["NullableToken"];
            /** @description Category of the token that the amounts are of; null for BCH. */
            tokenCategory: string | null;
        };
        /**
         * WhitelistResponse
         * @description The tree of the list.
         */
        WhitelistResponse: {
            campaign: components["schemas"]["Campaign"];
            /** @description Levels of each lane's tree. */
            depth: number;
            lanes: number;
            /** @description Root of the list, all lanes together. 64 hex characters. */
            merkleRoot: string;
            /**
             * @description The request was answered.
             * @constant
             */
            success: true;
            /** @description What the rows sum up to. Decimal BCH (whole base units for tokens). */
            totalAmount: number;
            /** @description The same amount, exactly, in satoshis (base units for tokens). */
            totalAmountBase: string;
            totalAmountDecimal: components["schemas"]["DecimalText"];
            totalRecipients: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listAirdrops: {
        parameters: {
            query?: {
                /**
                 * @description Only campaigns of this creator. A P2PKH cash address of the configured network; the prefix may be left out.
                 * @example bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07
                 */
                creator?: string;
                /** @description The `nextCursor` of the page before. */
                cursor?: string;
                /** @description Rows a page. Without limit and cursor, up to 1,000 come at once. */
                limit?: number;
                /** @description `PENDING` until its funding is confirmed, `ACTIVE` while it can be claimed from, `COMPLETED` when every claim there can be was made, `CANCELLED` when the creator took back the rest. */
                status?: "PENDING" | "ACTIVE" | "COMPLETED" | "CANCELLED";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of campaigns. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["ListAirdropsResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getAirdrop: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the page before. */
                cursor?: string;
                /** @description Rows a page. Without limit and cursor, up to 1,000 come at once. */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The campaign's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A campaign and a page of its claims. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["GetAirdropResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    cancelAirdrop: {
        parameters: {
            query?: {
                /** @description How `sourceOutputs` are written: `tagged` with libauth's tags (`<Uint8Array: 0x..>`, `<bigint: 1n>`), ready for `bch_signTransaction`; `plain` as hex and decimal strings. */
                encoding?: "tagged" | "plain";
                /** @description Hashes, up to 5 separated by commas, of transactions that the wallet broadcast by itself within the last minute. Servers list what they spend for up to two seconds more; named here, their coins are not offered again, and what they pay the wallet is. */
                sent?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The campaign's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The creator, where there is no caller. A P2PKH cash address of the configured network; the prefix may be left out. */
                    creator?: string | null;
                };
            };
        };
        responses: {
            /** @description What the creator signs to close the campaign. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["CancelAirdropResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    claimAirdrop: {
        parameters: {
            query?: {
                /** @description How `sourceOutputs` are written: `tagged` with libauth's tags (`<Uint8Array: 0x..>`, `<bigint: 1n>`), ready for `bch_signTransaction`; `plain` as hex and decimal strings. */
                encoding?: "tagged" | "plain";
                /** @description Hashes, up to 5 separated by commas, of transactions that the wallet broadcast by itself within the last minute. Servers list what they spend for up to two seconds more; named here, their coins are not offered again, and what they pay the wallet is. */
                sent?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The campaign's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Who claims and is paid. A P2PKH cash address of the configured network; the prefix may be left out. */
                    claimerAddress: string;
                    /** @description Whether the service sends the claim, unsigned: lists with sponsored fees only. Default false. */
                    relay?: boolean | null;
                };
            };
        };
        responses: {
            /** @description The claim to sign, or the one that was sent. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["AirdropClaimResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    closeAirdrop: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The campaign's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As `bch_signMessage` gives it: base64 of 65 bytes. */
                    signature: string;
                };
            };
        };
        responses: {
            /** @description The closes that were sent. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["CloseAirdropResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    confirmAirdropCancel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The campaign's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Hash of the broadcast transaction. 64 hex characters. */
                    txHash: string;
                };
            };
        };
        responses: {
            /** @description The transaction is on the chain and recorded. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["AirdropConfirmResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    confirmAirdropClaim: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The campaign's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What the claim paid; compared with the chain where it is given. A JSON number or a decimal string: of BCH with at most 8 decimals, at least 0.00000546; of a token in whole base units, 1 to 9223372036854775807, beyond 9007199254740991 as a string. */
                    claimedAmount?: number | string;
                    /** @description Hash of the claim. 64 hex characters. */
                    txHash: string;
                    /** @description The signed claim as hex: the service broadcasts it first. */
                    txHex?: string;
                };
            };
        };
        responses: {
            /** @description The transaction is on the chain and recorded. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["AirdropConfirmResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    confirmAirdropFunding: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The campaign's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Hash of the broadcast transaction. 64 hex characters. */
                    txHash: string;
                };
            };
        };
        responses: {
            /** @description The transaction is on the chain and recorded. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["AirdropConfirmResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getAirdropFundingInfo: {
        parameters: {
            query?: {
                /** @description How `sourceOutputs` are written: `tagged` with libauth's tags (`<Uint8Array: 0x..>`, `<bigint: 1n>`), ready for `bch_signTransaction`; `plain` as hex and decimal strings. */
                encoding?: "tagged" | "plain";
                /** @description Hashes, up to 5 separated by commas, of transactions that the wallet broadcast by itself within the last minute. Servers list what they spend for up to two seconds more; named here, their coins are not offered again, and what they pay the wallet is. */
                sent?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The campaign's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The funding, or the preparation it needs first. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["AirdropFundingResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    generateAirdropMerkle: {
        parameters: {
            query?: {
                /**
                 * @description The creator, where there is no caller. A P2PKH cash address of the configured network; the prefix may be left out.
                 * @example bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07
                 */
                creator?: string;
            };
            header?: {
                /**
                 * @description A word of your choice, as random as a UUID, that is new for each creation and the same when it is sent again because no answer came. For 24 hours the same key and request of the same caller have the same answer, with `Idempotency-Replayed: true`, and nothing is created twice; the key with another request has 422 `IDEMPOTENCY_KEY_REUSED`, one whose first request is still at work 409 `IDEMPOTENCY_KEY_IN_USE`. Requests that failed are not kept: they may be repeated with the same key.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The campaign's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Whitelist"];
                "multipart/form-data": string | FormData;
                "text/csv": string | FormData;
            };
        };
        responses: {
            /** @description The tree of the list. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["WhitelistResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getAirdropLanes: {
        parameters: {
            query?: {
                /** @description Addresses to tell about, separated by commas; 50 at most. */
                addresses?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The campaign's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The lanes of a campaign, and which of them pays which address. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["AirdropLanesResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getAirdropProof: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Whose row. A P2PKH cash address of the configured network; the prefix may be left out.
                 * @example bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07
                 */
                address: string;
                /**
                 * @description The campaign's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Proof that an address is on the list. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["WhitelistProofResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    syncAirdrop: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The campaign's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description Nothing: no body, or an empty object. */
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The campaign as the chain has it. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["SyncAirdropResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    downloadAirdropList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The campaign's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Lines of `address,amount`. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getAirdropByClaimLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The last part of the campaign's `claim_link`. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The campaign of a claim link. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["ClaimLinkResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getClaimableAirdrops: {
        parameters: {
            query: {
                /**
                 * @description Who would claim. A P2PKH cash address of the configured network; the prefix may be left out.
                 * @example bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07
                 */
                address: string;
                /** @description Only this campaign: whether the address can claim from it now. */
                campaign?: string;
                /** @description The `nextCursor` of the page before. */
                cursor?: string;
                /** @description Rows a page. Without limit and cursor, up to 1,000 come at once. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What an address can claim now. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["ClaimableResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createAirdrop: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A word of your choice, as random as a UUID, that is new for each creation and the same when it is sent again because no answer came. For 24 hours the same key and request of the same caller have the same answer, with `Idempotency-Replayed: true`, and nothing is created twice; the key with another request has 422 `IDEMPOTENCY_KEY_REUSED`, one whose first request is still at work 409 `IDEMPOTENCY_KEY_IN_USE`. Requests that failed are not kept: they may be repeated with the same key.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Early supporters",
                 *       "totalAmount": 10,
                 *       "amountPerClaim": 0.01,
                 *       "startDate": 1767225600
                 *     }
                 */
                "application/json": components["schemas"]["CreateAirdrop"];
            };
        };
        responses: {
            /** @description The stored campaign. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["CreateAirdropResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createNonce: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Who wants to prove to hold its key. A P2PKH cash address of the configured network; the prefix may be left out. */
                    address: string;
                };
            };
        };
        responses: {
            /** @description A message for the wallet to sign. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["NonceResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    verifySignature: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The one the message was made for. A P2PKH cash address of the configured network; the prefix may be left out. */
                    address: string;
                    /**
                     * Format: uuid
                     * @description As `/api/auth/nonce` gave it. One attempt uses it up.
                     */
                    nonceId: string;
                    /** @description Bitcoin Signed Message by a compressed key: 65 bytes, recoverable, in base64. */
                    signature: string;
                };
            };
        };
        responses: {
            /** @description The address is proven. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["VerifyResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /**
                 * @description Only events of which this address is a party. A cash address of the configured network, of a key (P2PKH) or of a script (P2SH); the prefix may be left out.
                 * @example bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07
                 */
                address?: string;
                /** @description The id of an event, or the `nextCursor` of a page: what came after it. The header `Last-Event-ID` goes before. */
                cursor?: string;
                /** @description `json`: a page instead of a stream. */
                format?: "json";
                /**
                 * @description Only these kinds, separated by commas: created, expired, funded, claimed, paused, settled, resumed, cancelled, refunded, completed, at_risk, deposit, paid, closed, proposed, signed, declined, approved, rejected, reopened, stale, executed, final, reverted.
                 * @example created
                 */
                kind?: string;
                /** @description Of a page: events; 100 by default. */
                limit?: number;
                /**
                 * @description Only these products, separated by commas: stream, payment, plan, airdrop, vault, proposal.
                 * @example stream
                 */
                product?: string;
                /** @description Only events of this record, and of what belongs to it (proposals, streams of a plan). */
                record?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["ListEventsResponse"];
                    "text/event-stream": string;
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listActivity: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the page before, with the same filters. */
                cursor?: string;
                /** @description Rows a page. */
                limit?: number;
                /** @description A paused payment counts as `ACTIVE`. A proposal is `ACTIVE` until it is carried out (`COMPLETED`) or rejected (`CANCELLED`), never `PENDING`. */
                status?: "ACTIVE" | "PENDING" | "COMPLETED" | "CANCELLED";
                /** @description Only what is in BCH, or in tokens; all without it. */
                token?: "BCH" | "FUNGIBLE_TOKEN" | "ALL";
                /** @description Only one product; all without it. */
                type?: "vesting" | "payments" | "airdrops" | "treasuries";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of everything there is. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["ListActivityResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    exportActivity: {
        parameters: {
            query: {
                /**
                 * @description Whose payments: of a person, or of a vault. A cash address of the configured network, of a key (P2PKH) or of a script (P2SH); the prefix may be left out.
                 * @example bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07
                 */
                address: string;
                /** @description Without it, `csv`, but `json` where the header `Accept` is missing or has JSON and not CSV. */
                format?: "csv" | "json";
                /** @description The first second. Unix seconds. */
                from?: number;
                /** @description The last second. Unix seconds. */
                to?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The lines. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["ActivityExportResponse"];
                    "text/csv": string;
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    askIndexer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description What stands behind `/indexer/`: `streams`, `payments`, `airdrops`, `tvl`, `volume` or `status`. */
                view: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The indexer's answer, by what was asked. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["IndexerAnswer"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    askIndexerForOne: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description P2SH32 cash address. */
                contractAddress: string;
                /** @description What stands behind `/indexer/`: `streams`, `payments`, `airdrops`, `tvl`, `volume` or `status`. */
                view: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The indexer's answer, by what was asked. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["IndexerContractAnswer"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getInfo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What a client has to know before its first call. `chain` is null while no Electrum server answers. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["InfoResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listPayments: {
        parameters: {
            query?: {
                /**
                 * @description Only streams this address sends or receives. A cash address of the configured network, of a key or of a script (a vault, a multisig); the prefix may be left out.
                 * @example bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07
                 */
                address?: string;
                /** @description The `nextCursor` of the page before, with the same filters. */
                cursor?: string;
                /** @description Streams a page. Without limit and cursor, up to 1,000 come at once. */
                limit?: number;
                /**
                 * @description Only streams to this recipient. A cash address of the configured network, of a key or of a script (a vault, a multisig); the prefix may be left out.
                 * @example bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07
                 */
                recipient?: string;
                /**
                 * @description Only streams of this sender. A cash address of the configured network, of a key or of a script (a vault, a multisig); the prefix may be left out.
                 * @example bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07
                 */
                sender?: string;
                /** @description `PENDING` until its funding is confirmed, `ACTIVE` while periods fall due, `PAUSED` from a pause to a resume, `COMPLETED` when all funded periods are paid, `CANCELLED` by the sender. */
                status?: "PENDING" | "ACTIVE" | "PAUSED" | "COMPLETED" | "CANCELLED";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of payments. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["ListPaymentsResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getPayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The payment's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The payment, its executions and its events. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["GetPaymentResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    cancelPayment: {
        parameters: {
            query?: {
                /** @description How `sourceOutputs` are written: `tagged` with libauth's tags (`<Uint8Array: 0x..>`, `<bigint: 1n>`), ready for `bch_signTransaction`; `plain` as hex and decimal strings. */
                encoding?: "tagged" | "plain";
                /** @description Hashes, up to 5 separated by commas, of transactions that the wallet broadcast by itself within the last minute. Servers list what they spend for up to two seconds more; named here, their coins are not offered again, and what they pay the wallet is. */
                sent?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The payment's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Go on although the contract returns the rest to another wallet than the one that signs. Default false. */
                    allowUnsafeRecovery?: boolean;
                    /** @description The wallet that signs; default the caller. A P2PKH cash address of the configured network; the prefix may be left out. */
                    sender?: string | null;
                };
            };
        };
        responses: {
            /** @description The cancel, to be signed by the sender. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["CancelPaymentResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    claimPayment: {
        parameters: {
            query?: {
                /** @description How `sourceOutputs` are written: `tagged` with libauth's tags (`<Uint8Array: 0x..>`, `<bigint: 1n>`), ready for `bch_signTransaction`; `plain` as hex and decimal strings. */
                encoding?: "tagged" | "plain";
                /** @description Hashes, up to 5 separated by commas, of transactions that the wallet broadcast by itself within the last minute. Servers list what they spend for up to two seconds more; named here, their coins are not offered again, and what they pay the wallet is. */
                sent?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The payment's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Send the claim at once where nothing is to be signed; it changes nothing where the wallet signs. Default false. */
                    broadcast?: boolean | null;
                    /** @description Satoshis for 1,000 bytes that the claim pays at least; by default what nodes ask for relaying. Beyond what the contract pays (some 1,400) the wallet signs for a coin of the recipient that pays the fee: for a claim that has to be mined while blocks are full, before a notice ends. */
                    feeRate?: number | null;
                    /** @description The payment's recipient. A cash address of the configured network, of a key or of a script (a vault, a multisig); the prefix may be left out. */
                    recipientAddress: string;
                };
            };
        };
        responses: {
            /** @description The claim of all due periods: to be signed by the recipient, or complete where the contract pays for it. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["PaymentClaimResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    confirmPaymentCancel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The payment's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Hash of the broadcast transaction. 64 hex characters. */
                    txHash: string;
                };
            };
        };
        responses: {
            /** @description The transaction is on the chain and recorded. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["PaymentConfirmResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    confirmPaymentClaim: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The payment's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What the claim paid; compared with the chain. A JSON number or a decimal string: of BCH with at most 8 decimals, at least 0.00000546; of a token in whole base units, 1 to 9223372036854775807, beyond 9007199254740991 as a string. */
                    claimedAmount: number | string;
                    /** @description How many periods that was; compared with the chain where it is given. */
                    intervalsClaimed?: number | null;
                    /** @description Hash of the broadcast claim. 64 hex characters. */
                    txHash: string;
                };
            };
        };
        responses: {
            /** @description The transaction is on the chain and recorded. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["PaymentConfirmResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    confirmPaymentFunding: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The payment's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Hash of the broadcast transaction. 64 hex characters. */
                    txHash: string;
                };
            };
        };
        responses: {
            /** @description The transaction is on the chain and recorded. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["PaymentConfirmResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    confirmPaymentPause: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The payment's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Hash of the broadcast transaction. 64 hex characters. */
                    txHash: string;
                };
            };
        };
        responses: {
            /** @description The transaction is on the chain and recorded. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["PaymentConfirmResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    confirmPaymentResume: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The payment's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Hash of the broadcast transaction. 64 hex characters. */
                    txHash: string;
                };
            };
        };
        responses: {
            /** @description The transaction is on the chain and recorded. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["PaymentConfirmResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getPaymentFundingInfo: {
        parameters: {
            query?: {
                /** @description How `sourceOutputs` are written: `tagged` with libauth's tags (`<Uint8Array: 0x..>`, `<bigint: 1n>`), ready for `bch_signTransaction`; `plain` as hex and decimal strings. */
                encoding?: "tagged" | "plain";
                /** @description Hashes, up to 5 separated by commas, of transactions that the wallet broadcast by itself within the last minute. Servers list what they spend for up to two seconds more; named here, their coins are not offered again, and what they pay the wallet is. */
                sent?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The payment's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The funding, or the preparation it needs first. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["PaymentFundingResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    pausePayment: {
        parameters: {
            query?: {
                /** @description How `sourceOutputs` are written: `tagged` with libauth's tags (`<Uint8Array: 0x..>`, `<bigint: 1n>`), ready for `bch_signTransaction`; `plain` as hex and decimal strings. */
                encoding?: "tagged" | "plain";
                /** @description Hashes, up to 5 separated by commas, of transactions that the wallet broadcast by itself within the last minute. Servers list what they spend for up to two seconds more; named here, their coins are not offered again, and what they pay the wallet is. */
                sent?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The payment's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The sender of the payment; default the caller, who they must be. A P2PKH cash address of the configured network; the prefix may be left out. */
                    sender?: string | null;
                };
            };
        };
        responses: {
            /** @description The pause, to be signed by the sender. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["PausePaymentResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    pushPayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The payment's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Whether to send the push; else it is only built. Default false. */
                    broadcast?: boolean;
                };
            };
        };
        responses: {
            /** @description The push. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["PushResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    refundPayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The payment's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description Nothing: no body, or an empty object. */
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The refund that was sent. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["PaymentRefundResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    resumePayment: {
        parameters: {
            query?: {
                /** @description How `sourceOutputs` are written: `tagged` with libauth's tags (`<Uint8Array: 0x..>`, `<bigint: 1n>`), ready for `bch_signTransaction`; `plain` as hex and decimal strings. */
                encoding?: "tagged" | "plain";
                /** @description Hashes, up to 5 separated by commas, of transactions that the wallet broadcast by itself within the last minute. Servers list what they spend for up to two seconds more; named here, their coins are not offered again, and what they pay the wallet is. */
                sent?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The payment's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The sender of the payment; default the caller, who they must be. A P2PKH cash address of the configured network; the prefix may be left out. */
                    sender?: string | null;
                };
            };
        };
        responses: {
            /** @description The resume, to be signed by the sender. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["ResumePaymentResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createPayment: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A word of your choice, as random as a UUID, that is new for each creation and the same when it is sent again because no answer came. For 24 hours the same key and request of the same caller have the same answer, with `Idempotency-Replayed: true`, and nothing is created twice; the key with another request has 422 `IDEMPOTENCY_KEY_REUSED`, one whose first request is still at work 409 `IDEMPOTENCY_KEY_IN_USE`. Requests that failed are not kept: they may be repeated with the same key.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "recipient": "bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07",
                 *       "recipientName": "Ada",
                 *       "amountPerPeriod": 0.25,
                 *       "interval": "MONTHLY",
                 *       "startDate": 1767225600
                 *     }
                 */
                "application/json": components["schemas"]["CreatePayment"];
            };
        };
        responses: {
            /** @description The stored payment and how to fund it. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["CreatePaymentResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    previewPayment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "recipient": "bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07",
                 *       "recipientName": "Ada",
                 *       "amountPerPeriod": 0.25,
                 *       "interval": "MONTHLY",
                 *       "startDate": 1767225600
                 *     }
                 */
                "application/json": components["schemas"]["CreatePayment"];
            };
        };
        responses: {
            /** @description The payment as it would be, what it costs, and every period that it pays. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["PreviewPaymentResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listPlans: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the page before, with the same filters. */
                cursor?: string;
                /** @description Plans a page. Without limit and cursor, up to 1,000 come at once. */
                limit?: number;
                /** @description `vesting`: grants, which become streams. `recurring`: salaries, which become payments. */
                product?: "vesting" | "recurring";
                /** @description `PENDING` until a funding is confirmed; a plan is `ACTIVE` once any of its parts is. */
                status?: "PENDING" | "ACTIVE";
                /** @description A vault whose plans are listed instead, for its creator and signers. */
                vaultId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the caller's plans. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["ListPlansResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createPlan: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A word of your choice, as random as a UUID, that is new for each creation and the same when it is sent again because no answer came. For 24 hours the same key and request of the same caller have the same answer, with `Idempotency-Replayed: true`, and nothing is created twice; the key with another request has 422 `IDEMPOTENCY_KEY_REUSED`, one whose first request is still at work 409 `IDEMPOTENCY_KEY_IN_USE`. Requests that failed are not kept: they may be repeated with the same key.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "product": "vesting",
                 *       "start": 1767225600,
                 *       "end": 1893456000,
                 *       "cliff": 1798761600,
                 *       "step": 2592000,
                 *       "streams": [
                 *         {
                 *           "recipient": "bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07",
                 *           "amount": 1.5,
                 *           "label": "Ada"
                 *         },
                 *         {
                 *           "recipient": "bchtest:qq0378clru0378clru0378clru0378clrupvxaj6ku",
                 *           "amount": "2",
                 *           "shape": {
                 *             "kind": "upfront-and-tail",
                 *             "upfrontPercent": 10
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreatePlan"];
            };
        };
        responses: {
            /** @description The stored plan and what its fundings cost. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["PlanListedResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getPlan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The plan's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The plan and its fundings. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["GetPlanResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    cancelPlanStreams: {
        parameters: {
            query?: {
                /** @description How `sourceOutputs` are written: `tagged` with libauth's tags (`<Uint8Array: 0x..>`, `<bigint: 1n>`), ready for `bch_signTransaction`; `plain` as hex and decimal strings. */
                encoding?: "tagged" | "plain";
                /** @description Hashes, up to 5 separated by commas, of transactions that the wallet broadcast by itself within the last minute. Servers list what they spend for up to two seconds more; named here, their coins are not offered again, and what they pay the wallet is. */
                sent?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The plan's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MovePlanStreams"];
            };
        };
        responses: {
            /** @description The transaction, to be signed once by the sender. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["MovePlanResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    confirmPlanCancel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The plan's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Hash of the broadcast transaction. 64 hex characters. */
                    txHash: string;
                };
            };
        };
        responses: {
            /** @description The transaction is on the chain, and recorded with each stream. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["ConfirmPlanMoveResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    confirmPlanFunding: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The plan's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Hash of the broadcast funding. 64 hex characters. */
                    txHash: string;
                };
            };
        };
        responses: {
            /** @description The funding is on the chain, and its streams are active. Said as to everybody. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["ConfirmPlanResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    confirmPlanPause: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The plan's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Hash of the broadcast transaction. 64 hex characters. */
                    txHash: string;
                };
            };
        };
        responses: {
            /** @description The transaction is on the chain, and recorded with each stream. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["ConfirmPlanMoveResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    confirmPlanResume: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The plan's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Hash of the broadcast transaction. 64 hex characters. */
                    txHash: string;
                };
            };
        };
        responses: {
            /** @description The transaction is on the chain, and recorded with each stream. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["ConfirmPlanMoveResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getPlanFundingInfo: {
        parameters: {
            query?: {
                /** @description How `sourceOutputs` are written: `tagged` with libauth's tags (`<Uint8Array: 0x..>`, `<bigint: 1n>`), ready for `bch_signTransaction`; `plain` as hex and decimal strings. */
                encoding?: "tagged" | "plain";
                /** @description Hashes, up to 5 separated by commas, of transactions that the wallet broadcast by itself within the last minute. Servers list what they spend for up to two seconds more; named here, their coins are not offered again, and what they pay the wallet is. */
                sent?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The plan's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The funding, or the preparation it needs first. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["PlanFundingResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    pausePlanStreams: {
        parameters: {
            query?: {
                /** @description How `sourceOutputs` are written: `tagged` with libauth's tags (`<Uint8Array: 0x..>`, `<bigint: 1n>`), ready for `bch_signTransaction`; `plain` as hex and decimal strings. */
                encoding?: "tagged" | "plain";
                /** @description Hashes, up to 5 separated by commas, of transactions that the wallet broadcast by itself within the last minute. Servers list what they spend for up to two seconds more; named here, their coins are not offered again, and what they pay the wallet is. */
                sent?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The plan's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MovePlanStreams"];
            };
        };
        responses: {
            /** @description The transaction, to be signed once by the sender. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["MovePlanResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    setPlanRecipients: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A word of your choice, as random as a UUID, that is new for each creation and the same when it is sent again because no answer came. For 24 hours the same key and request of the same caller have the same answer, with `Idempotency-Replayed: true`, and nothing is created twice; the key with another request has 422 `IDEMPOTENCY_KEY_REUSED`, one whose first request is still at work 409 `IDEMPOTENCY_KEY_IN_USE`. Requests that failed are not kept: they may be repeated with the same key.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The plan's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlanRecipients"];
                "text/csv": string | FormData;
            };
        };
        responses: {
            /** @description The stored plan and what its fundings cost. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["PlanListedResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    resumePlanStreams: {
        parameters: {
            query?: {
                /** @description How `sourceOutputs` are written: `tagged` with libauth's tags (`<Uint8Array: 0x..>`, `<bigint: 1n>`), ready for `bch_signTransaction`; `plain` as hex and decimal strings. */
                encoding?: "tagged" | "plain";
                /** @description Hashes, up to 5 separated by commas, of transactions that the wallet broadcast by itself within the last minute. Servers list what they spend for up to two seconds more; named here, their coins are not offered again, and what they pay the wallet is. */
                sent?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The plan's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MovePlanStreams"];
            };
        };
        responses: {
            /** @description The transaction, to be signed once by the sender. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["MovePlanResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listPlanStreams: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the page before, with the same filters. */
                cursor?: string;
                /** @description Streams a page. Without limit and cursor, up to 1,000 come at once. */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The plan's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the streams of a plan. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["PlanStreamsResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    previewPlan: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "product": "vesting",
                 *       "start": 1767225600,
                 *       "end": 1893456000,
                 *       "cliff": 1798761600,
                 *       "step": 2592000,
                 *       "streams": [
                 *         {
                 *           "recipient": "bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07",
                 *           "amount": 1.5,
                 *           "label": "Ada"
                 *         },
                 *         {
                 *           "recipient": "bchtest:qq0378clru0378clru0378clru0378clrupvxaj6ku",
                 *           "amount": "2",
                 *           "shape": {
                 *             "kind": "upfront-and-tail",
                 *             "upfrontPercent": 10
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreatePlan"];
            };
        };
        responses: {
            /** @description What a creation would come to. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["PlanPreviewResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getProposal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The proposal's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The proposal. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["ProposalResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    approveProposal: {
        parameters: {
            query?: {
                /** @description How `sourceOutputs` are written: `tagged` with libauth's tags (`<Uint8Array: 0x..>`, `<bigint: 1n>`), ready for `bch_signTransaction`; `plain` as hex and decimal strings. */
                encoding?: "tagged" | "plain";
                /** @description Hashes, up to 5 separated by commas, of transactions that the wallet broadcast by itself within the last minute. Servers list what they spend for up to two seconds more; named here, their coins are not offered again, and what they pay the wallet is. */
                sent?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The proposal's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description Nothing: no body, or an empty object. */
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The proposal to sign, for this signer. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["ApproveResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    confirmProposalExecution: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The proposal's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Hash of the broadcast transaction. 64 hex characters. */
                    txHash: string;
                };
            };
        };
        responses: {
            /** @description The transaction is on the chain and recorded. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["ConfirmExecuteResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    executeProposal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The proposal's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description Nothing: no body, or an empty object. */
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The signed transaction. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["ExecuteResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    rejectProposal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The proposal's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description Nothing: no body, or an empty object. */
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The proposal. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["ProposalResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    submitProposalSignature: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The proposal's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What the wallet returned for the transaction of `approve`, as hex. */
                    signedTransaction: string;
                };
            };
        };
        responses: {
            /** @description The proposal. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["ProposalResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    search: {
        parameters: {
            query: {
                /**
                 * @description A contract address, an outpoint (`txid:vout`), a transaction hash, a display id (`#WEIR-BCH-000001`, `#` may be left out) or a uuid.
                 * @example WEIR-BCH-000001
                 */
                q: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was found; nothing is an empty list. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["SearchResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listStreams: {
        parameters: {
            query?: {
                /**
                 * @description Only streams this address sends or receives. A cash address of the configured network, of a key or of a script (a vault, a multisig); the prefix may be left out.
                 * @example bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07
                 */
                address?: string;
                /** @description The `nextCursor` of the page before, with the same filters. */
                cursor?: string;
                /** @description Streams a page. Without limit and cursor, up to 1,000 come at once. */
                limit?: number;
                /**
                 * @description Only streams to this recipient. A cash address of the configured network, of a key or of a script (a vault, a multisig); the prefix may be left out.
                 * @example bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07
                 */
                recipient?: string;
                /**
                 * @description Only streams of this sender. A cash address of the configured network, of a key or of a script (a vault, a multisig); the prefix may be left out.
                 * @example bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07
                 */
                sender?: string;
                /** @description `PENDING` until its funding is confirmed, `ACTIVE` until all is claimed (`COMPLETED`) or the sender cancels (`CANCELLED`). */
                status?: "PENDING" | "ACTIVE" | "COMPLETED" | "CANCELLED";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of streams. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["ListStreamsResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getStream: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The stream's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream, its claims and its events. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["GetStreamResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    cancelStream: {
        parameters: {
            query?: {
                /** @description How `sourceOutputs` are written: `tagged` with libauth's tags (`<Uint8Array: 0x..>`, `<bigint: 1n>`), ready for `bch_signTransaction`; `plain` as hex and decimal strings. */
                encoding?: "tagged" | "plain";
                /** @description Hashes, up to 5 separated by commas, of transactions that the wallet broadcast by itself within the last minute. Servers list what they spend for up to two seconds more; named here, their coins are not offered again, and what they pay the wallet is. */
                sent?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The stream's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Go on although the contract returns the rest to another wallet than the one that signs. Default false. */
                    allowUnsafeRecovery?: boolean;
                    /** @description The wallet that signs the cancel. A P2PKH cash address of the configured network; the prefix may be left out. */
                    sender: string;
                };
            };
        };
        responses: {
            /** @description The cancel, to be signed by the sender. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["CancelResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    claimStream: {
        parameters: {
            query?: {
                /** @description How `sourceOutputs` are written: `tagged` with libauth's tags (`<Uint8Array: 0x..>`, `<bigint: 1n>`), ready for `bch_signTransaction`; `plain` as hex and decimal strings. */
                encoding?: "tagged" | "plain";
                /** @description Hashes, up to 5 separated by commas, of transactions that the wallet broadcast by itself within the last minute. Servers list what they spend for up to two seconds more; named here, their coins are not offered again, and what they pay the wallet is. */
                sent?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The stream's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Send the claim at once where nothing is to be signed; it changes nothing where the wallet signs. Default false. */
                    broadcast?: boolean | null;
                    /** @description Satoshis for 1,000 bytes that the claim pays at least; by default what nodes ask for relaying. Beyond what the contract pays (some 1,400) the wallet signs for a coin of the recipient that pays the fee: for a claim that has to be mined while blocks are full, before a notice ends. */
                    feeRate?: number | null;
                    /** @description The stream's recipient. A cash address of the configured network, of a key or of a script (a vault, a multisig); the prefix may be left out. */
                    recipientAddress: string;
                };
            };
        };
        responses: {
            /** @description The claim: to be signed by the recipient, or complete where the contract pays for it. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["ClaimResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getStreamClaimInfo: {
        parameters: {
            query?: {
                /** @description How `sourceOutputs` are written: `tagged` with libauth's tags (`<Uint8Array: 0x..>`, `<bigint: 1n>`), ready for `bch_signTransaction`; `plain` as hex and decimal strings. */
                encoding?: "tagged" | "plain";
                /** @description Hashes, up to 5 separated by commas, of transactions that the wallet broadcast by itself within the last minute. Servers list what they spend for up to two seconds more; named here, their coins are not offered again, and what they pay the wallet is. */
                sent?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The stream's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What can be claimed, and the claim to sign. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["ClaimInfoResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    confirmStreamCancel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The stream's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Hash of the broadcast transaction. 64 hex characters. */
                    txHash: string;
                };
            };
        };
        responses: {
            /** @description The transaction is on the chain and recorded. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["ConfirmResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    confirmStreamClaim: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The stream's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What the claim paid; compared with the chain. A JSON number or a decimal string: of BCH with at most 8 decimals, at least 0.00000546; of a token in whole base units, 1 to 9223372036854775807, beyond 9007199254740991 as a string. */
                    claimedAmount: number | string;
                    /** @description Hash of the broadcast claim. 64 hex characters. */
                    txHash: string;
                };
            };
        };
        responses: {
            /** @description The transaction is on the chain and recorded. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["ConfirmResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    confirmStreamFunding: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The stream's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Hash of the broadcast transaction. 64 hex characters. */
                    txHash: string;
                };
            };
        };
        responses: {
            /** @description The transaction is on the chain and recorded. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["ConfirmResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getStreamFundingInfo: {
        parameters: {
            query?: {
                /** @description How `sourceOutputs` are written: `tagged` with libauth's tags (`<Uint8Array: 0x..>`, `<bigint: 1n>`), ready for `bch_signTransaction`; `plain` as hex and decimal strings. */
                encoding?: "tagged" | "plain";
                /** @description Hashes, up to 5 separated by commas, of transactions that the wallet broadcast by itself within the last minute. Servers list what they spend for up to two seconds more; named here, their coins are not offered again, and what they pay the wallet is. */
                sent?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The stream's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The funding, or the preparation it needs first. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["FundingInfoResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    pushStream: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The stream's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Whether to send the push; else it is only built. Default false. */
                    broadcast?: boolean;
                };
            };
        };
        responses: {
            /** @description The push. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["PushResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    refundStream: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The stream's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description Nothing: no body, or an empty object. */
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The refund that was sent. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["RefundResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getStreamSchedule: {
        parameters: {
            query?: {
                /** @description Points of the curve. */
                points?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The stream's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream and its curve. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["StreamScheduleResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createStream: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A word of your choice, as random as a UUID, that is new for each creation and the same when it is sent again because no answer came. For 24 hours the same key and request of the same caller have the same answer, with `Idempotency-Replayed: true`, and nothing is created twice; the key with another request has 422 `IDEMPOTENCY_KEY_REUSED`, one whose first request is still at work 409 `IDEMPOTENCY_KEY_IN_USE`. Requests that failed are not kept: they may be repeated with the same key.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "sender": "bchtest:qq0378clru0378clru0378clru0378clrupvxaj6ku",
                 *       "recipient": "bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07",
                 *       "tokenType": "BCH",
                 *       "totalAmount": 1.5,
                 *       "streamType": "LINEAR",
                 *       "startTime": 1767225600,
                 *       "endTime": 1798761600,
                 *       "cancelable": true
                 *     }
                 */
                "application/json": components["schemas"]["CreateStream"];
            };
        };
        responses: {
            /** @description The stored stream and how to fund it. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["CreateStreamResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    previewStream: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "sender": "bchtest:qq0378clru0378clru0378clru0378clrupvxaj6ku",
                 *       "recipient": "bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07",
                 *       "tokenType": "BCH",
                 *       "totalAmount": 1.5,
                 *       "streamType": "LINEAR",
                 *       "startTime": 1767225600,
                 *       "endTime": 1798761600,
                 *       "cancelable": true
                 *     }
                 */
                "application/json": components["schemas"]["CreateStream"];
            };
        };
        responses: {
            /** @description The stream as it would be, what it costs, its curve. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["PreviewStreamResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description 64 hex characters. */
                category: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is known of a token. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["GetTokenResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    broadcastTransaction: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The fully signed transaction as hex. */
                    txHex: string;
                };
            };
        };
        responses: {
            /** @description The network took it. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["BroadcastResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listVaults: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the page before, with the same filters. */
                cursor?: string;
                /** @description Vaults a page. Without limit and cursor, up to 1,000 come at once. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Vaults the caller may see, the newest first, by role. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["ListVaultsResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createVault: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A word of your choice, as random as a UUID, that is new for each creation and the same when it is sent again because no answer came. For 24 hours the same key and request of the same caller have the same answer, with `Idempotency-Replayed: true`, and nothing is created twice; the key with another request has 422 `IDEMPOTENCY_KEY_REUSED`, one whose first request is still at work 409 `IDEMPOTENCY_KEY_IN_USE`. Requests that failed are not kept: they may be repeated with the same key.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateVault"];
            };
        };
        responses: {
            /** @description The vault. */
            201: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["VaultResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getVault: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The vault's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The vault and its events. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["GetVaultResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getVaultDeposit: {
        parameters: {
            query?: {
                /** @description How `sourceOutputs` are written: `tagged` with libauth's tags (`<Uint8Array: 0x..>`, `<bigint: 1n>`), ready for `bch_signTransaction`; `plain` as hex and decimal strings. */
                encoding?: "tagged" | "plain";
                /** @description Hashes, up to 5 separated by commas, of transactions that the wallet broadcast by itself within the last minute. Servers list what they spend for up to two seconds more; named here, their coins are not offered again, and what they pay the wallet is. */
                sent?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The vault's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deposit, or the preparation the first one needs. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["VaultDepositResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listProposals: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the page before, with the same filters. */
                cursor?: string;
                /** @description Proposals a page. Without limit and cursor, up to 1,000 come at once. */
                limit?: number;
                /** @description `APPROVED` with two signatures, `EXECUTED` once its transaction is on the chain; `STALE` when its coins were spent otherwise: approve it again. */
                status?: "PENDING" | "APPROVED" | "EXECUTED" | "REJECTED" | "STALE";
            };
            header?: never;
            path: {
                /**
                 * @description The vault's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of a vault's proposals. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["ListProposalsResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createProposal: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A word of your choice, as random as a UUID, that is new for each creation and the same when it is sent again because no answer came. For 24 hours the same key and request of the same caller have the same answer, with `Idempotency-Replayed: true`, and nothing is created twice; the key with another request has 422 `IDEMPOTENCY_KEY_REUSED`, one whose first request is still at work 409 `IDEMPOTENCY_KEY_IN_USE`. Requests that failed are not kept: they may be repeated with the same key.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                "idempotency-key"?: string;
            };
            path: {
                /**
                 * @description The vault's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Propose"];
            };
        };
        responses: {
            /** @description The proposal. */
            201: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["ProposalResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    addVaultSigner: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The vault's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Who may see the vault from now on. A P2PKH cash address of the configured network; the prefix may be left out. */
                    signerAddress: string;
                };
            };
        };
        responses: {
            /** @description The vault. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["VaultResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getVaultState: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The vault's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Where the vault stands. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["VaultStateResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateVaultBalance: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The vault's `id`.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What the transaction pays to the address, in BCH; compared with the chain. A JSON number or a decimal string: of BCH with at most 8 decimals, at least 0.00000546; of a token in whole base units, 1 to 9223372036854775807, beyond 9007199254740991 as a string. */
                    amount: number | string;
                    /** @description Hash of the broadcast deposit. 64 hex characters. */
                    txid: string;
                };
            };
        };
        responses: {
            /** @description The vault with the balance found on the chain. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["UpdateBalanceResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller's webhooks. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["ListWebhooksResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    registerWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A word of your choice, as random as a UUID, that is new for each creation and the same when it is sent again because no answer came. For 24 hours the same key and request of the same caller have the same answer, with `Idempotency-Replayed: true`, and nothing is created twice; the key with another request has 422 `IDEMPOTENCY_KEY_REUSED`, one whose first request is still at work 409 `IDEMPOTENCY_KEY_IN_USE`. Requests that failed are not kept: they may be repeated with the same key.
                 * @example 0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Only events of which this address is a party. A cash address of the configured network, of a key (P2PKH) or of a script (P2SH); the prefix may be left out. */
                    address?: string;
                    description?: string;
                    /** @description Only these kinds, separated by commas: created, expired, funded, claimed, paused, settled, resumed, cancelled, refunded, completed, at_risk, deposit, paid, closed, proposed, signed, declined, approved, rejected, reopened, stale, executed, final, reverted. */
                    kind?: string;
                    /** @description Only these products, separated by commas: stream, payment, plan, airdrop, vault, proposal. */
                    product?: string;
                    /**
                     * Format: uuid
                     * @description Only events of this record, and of what belongs to it (proposals, streams of a plan).
                     */
                    record?: string;
                    /** @description Where to: https, on a public address. */
                    url: string;
                };
            };
        };
        responses: {
            /** @description A new webhook with its secret. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["RegisterWebhookResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A webhook. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["WebhookResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the page before. */
                cursor?: string;
                /** @description Rows a page; 50 by default. */
                limit?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["ListDeliveriesResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    redeliverWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deliveryId: string;
                id: string;
            };
            cookie?: never;
        };
        /** @description Nothing: no body, or an empty object. */
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description A delivery that is sent again. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    enableWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description Nothing: no body, or an empty object. */
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description A webhook. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["WebhookResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    removeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description Nothing: no body, or an empty object. */
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The webhook is removed. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["RemoveWebhookResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description Nothing: no body, or an empty object. */
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description A webhook with its secret. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecretResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /** @description Nothing: no body, or an empty object. */
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description A webhook. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["WebhookResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process runs. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["HealthResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the process depends on, and how it is. */
            200: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["ReadyResponse"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: string;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
