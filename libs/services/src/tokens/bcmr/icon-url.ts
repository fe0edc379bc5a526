const MAX_LENGTH = 512;
const IPFS = /^ipfs:\/\/[a-zA-Z0-9]{32,100}(\/[\w.~-]{1,100}){0,8}$/u;
const DATA = /^data:image\/(png|jpeg|gif|webp|svg\+xml);base64,[A-Za-z0-9+/]+={0,2}$/u;

/**
 * Returns the address of an icon if it is safe to give to pages (HTTPS, IPFS or a data URL of up to 512 characters);
 * else null.
 */
export const iconUrl = (uri: string | undefined): string | null => {
  if (uri === undefined || uri.length > MAX_LENGTH) return null;
  if (IPFS.test(uri) || DATA.test(uri)) return uri;
  if (!uri.startsWith('https://') || !URL.canParse(uri)) return null;
  const { href, username, password } = new URL(uri);
  return username === '' && password === '' && href.length <= MAX_LENGTH ? href : null;
};
