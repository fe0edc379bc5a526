/** Quotes a field of a CSV file; spreadsheets run what begins with a sign as a formula. */
export const csvField = (text: string): string => `"${text.replace(/^([=+\-@\t\r])/, "'$1").replaceAll('"', '""')}"`;
