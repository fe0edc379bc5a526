/** Most characters of a stranger's text that a mail shows. */
const MOST = 80;

/**
 * Makes a stranger's text harmless in a mail: one short line without control and direction characters, in which mail programs find no
 * address to make a link of.
 */
export const strangerText = (text: string): string => {
  const line = text
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    // A dot that looks the same and ends no name of a host.
    .replaceAll(/\.(?=\S)/gu, '\u2024')
    .replaceAll('@', ' at ')
    .replaceAll(/:\s*\/+/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  const characters = Array.from(line);
  return characters.length <= MOST ? line : `${characters.slice(0, MOST - 1).join('')}…`;
};
