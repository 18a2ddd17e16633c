declare module 'virtual:site-image-tints.css';
declare module 'virtual:sign-in-image-tint.css';
