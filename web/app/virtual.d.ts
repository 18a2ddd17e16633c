declare module 'virtual:site-image-tints.css';
