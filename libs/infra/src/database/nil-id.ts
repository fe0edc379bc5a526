/** The uuid before all others: a page that begins after it is the first. */
export const NIL_ID = '00000000-0000-0000-0000-000000000000';
