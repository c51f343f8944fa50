export interface Person {
  name: string;
  title?: string;
}

export const greet = ({ name, title }: Person): string => `Hello, ${title ? `${title} ` : ''}${name}`;
