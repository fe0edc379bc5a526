import Type from 'typebox';

/** The field that every successful answer begins with. */
export const Success = () => Type.Literal(true, { description: 'The request was answered.' });
