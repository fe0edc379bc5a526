import { useQuery } from '@tanstack/react-query';

/** Renders the QR code of a text. @returns a data URL */
export const pictureOf = async (text: string): Promise<string> => {
  const { renderSVG } = await import('uqr');
  return `data:image/svg+xml,${encodeURIComponent(renderSVG(text))}`;
};

interface CodePictureProps {
  readonly text: string;
  /** What it is, for those who do not see it. */
  readonly alt: string;
  readonly className?: string | undefined;
}

/** Shows a text as a code to scan. Its place is there before it is. */
export const CodePicture = ({ text, alt, className }: CodePictureProps) => {
  const { data: picture } = useQuery({
    queryKey: ['picture', text],
    queryFn: () => pictureOf(text),
    staleTime: Infinity,
  });
  return picture === undefined ? <div className={className} /> : <img src={picture} alt={alt} className={className} />;
};
