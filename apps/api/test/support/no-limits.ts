/** Settings by which nothing gives up because the machine is busy: beyond all that a healthy call takes there. */
export const NO_LIMITS = { DATABASE_TIMEOUT: '600000', ELECTRUM_TIMEOUT: '60000', REQUEST_TIMEOUT: '600000' } as const;
