type Fields = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** Returns the JSON schema of a declared body: itself, or what it declares for JSON among its content types; undefined where it has none. */
export const jsonSchemaOf = (declared: Fields): Fields | undefined => {
  const { content } = declared;
  if (!isObject(content)) return declared;
  const media = content['application/json'];
  return isObject(media) && isObject(media['schema']) ? media['schema'] : undefined;
};
