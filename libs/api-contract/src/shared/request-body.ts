import Type, { type TObject, type TObjectOptions, type TProperties } from 'typebox';

/**
 * Makes the schema of a request's body, or of an object in one. Fields that it does not name are refused: a client
 * that sends `startDate` instead of `startTime` would otherwise get terms that it did not ask for, and money would
 * follow them.
 */
export const RequestBody = <Properties extends TProperties>(
  properties: Properties,
  options: TObjectOptions = {},
): TObject<Properties> => Type.Object(properties, { ...options, additionalProperties: false });

/** The body of a route that needs nothing but its path: none, or an empty object. */
export const NoFields = RequestBody({}, { description: 'Nothing: no body, or an empty object.' });
