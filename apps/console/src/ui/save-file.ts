/** Saves bytes as a file of the user. @throws what reading them throws */
export const saveFile = async (bytes: ReadableStream<Uint8Array> | string, name: string): Promise<void> => {
  const blob = await new Response(bytes as BodyInit).blob();
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
};
