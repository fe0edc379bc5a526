/** Whether a cash address is a script's, of a vault say, rather than a key's: its type is the first letter. */
export const isScriptAddress = (address: string): boolean => /^(?:[a-z]+:)?[pr]/i.test(address);
