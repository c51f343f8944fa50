export interface Order {
  id: string;
  customer: string;
  note: string;
}

export const orders: Order[] = [
  { id: 'A-1', customer: '王芳', note: '加急' },
  { id: 'A-2', customer: '李雷', note: '' },
];
